import type { JoinCredentials } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import {
  CLEARED_STATE,
  isPickingUp,
  isRinging,
  nextCallState,
  type Call,
  type CallEvent,
  type CallMachineState,
  type Effect,
} from './call-machine.ts';

const call: Call = {
  kind: 'voice',
  dial: { room_name: 'r1', ticket_id: 77, media_id: 18, customer_id: 12, caller: 'Joko' },
};
const credentials: JoinCredentials = {
  call_id: 1,
  room_name: 'r1',
  ticket_id: 77,
  media_id: 18,
  kind: 'voice',
  url: 'https://desk.example/rooms/r1',
  token: 't',
  platform: 'embedded',
  recording: 'always',
  is_recording: true,
  may_see_ticket: true,
  pickup_time: 5000,
};

/** Runs the machine with a clock that moves only when told. */
function phone() {
  let now = 0;
  let state: CallMachineState = CLEARED_STATE;
  let timer: { at: number; event: CallEvent } | undefined;
  const effects: Effect[] = [];
  const send = (event: CallEvent) => {
    const [after, wanted] = nextCallState(state, event);
    state = after;
    for (const effect of wanted) {
      effects.push(effect);
      if (effect.type === 'wait') timer = { at: now + effect.ms, event: { type: effect.event } };
      if (effect.type === 'stop-waiting') timer = undefined;
    }
  };
  return {
    send,
    pass(ms: number) {
      const until = now + ms;
      while (timer && timer.at <= until) {
        const due = timer;
        now = due.at;
        timer = undefined;
        send(due.event);
      }
      now = until;
    },
    get state() {
      return state;
    },
    took: (type: Effect['type']) => effects.filter((effect) => effect.type === type),
  };
}

function joinedPhone() {
  const agent = phone();
  agent.send({ type: 'rang', call });
  agent.send({ type: 'pickup-pressed', at: 1000 });
  agent.send({ type: 'picked-up', credentials, at: 1700 });
  return agent;
}

describe('an incoming call', () => {
  it('rings, is picked up, opens its ticket and is joined', () => {
    const agent = phone();
    agent.send({ type: 'rang', call });
    expect(isRinging(agent.state)).toBe(true);
    agent.send({ type: 'pickup-pressed', at: 1000 });
    expect(agent.state.status).toBe('joining');
    expect(isRinging(agent.state)).toBe(false);
    expect(agent.took('pick-up')).toEqual([{ type: 'pick-up', dial: call.dial }]);
    agent.send({ type: 'picked-up', credentials, at: 1700 });
    expect(agent.state).toMatchObject({ status: 'joined', pickupTime: 700 });
    expect(agent.took('join')).toEqual([{ type: 'join', credentials }]);
    expect(agent.took('open-ticket')).toEqual([{ type: 'open-ticket', id: 77 }]);
  });

  it('that nobody answers rings for 60 s and is cleared 3 s later', () => {
    const agent = phone();
    agent.send({ type: 'rang', call });
    agent.pass(59_999);
    expect(isRinging(agent.state)).toBe(true);
    agent.pass(1);
    expect(agent.state).toMatchObject({ status: 'incoming', isOver: true });
    expect(isRinging(agent.state)).toBe(false);
    agent.send({ type: 'pickup-pressed', at: 60_500 });
    expect(agent.state.status).toBe('incoming');
    agent.pass(2999);
    expect(agent.state.status).toBe('incoming');
    agent.pass(1);
    expect(agent.state).toEqual(CLEARED_STATE);
  });

  it('that was found on loading the page rings for what is left of its time', () => {
    const agent = phone();
    agent.send({ type: 'rang', call, leftMs: 4000 });
    agent.pass(4000);
    expect(isRinging(agent.state)).toBe(false);
  });

  it('stops ringing when it is hung up, and only its own hang-up stops it', () => {
    const agent = phone();
    agent.send({ type: 'rang', call });
    agent.send({ type: 'stopped-by-server', room: 'another' });
    expect(isRinging(agent.state)).toBe(true);
    agent.send({ type: 'stopped-by-server', room: 'r1' });
    expect(isRinging(agent.state)).toBe(false);
    agent.pass(3000);
    expect(agent.state).toEqual(CLEARED_STATE);
  });
});

describe('picking up', () => {
  it('that is refused shows the server’s words, or its own, and stays in joining', () => {
    const agent = phone();
    agent.send({ type: 'rang', call });
    agent.send({ type: 'pickup-pressed', at: 0 });
    agent.send({ type: 'pickup-refused', message: null });
    agent.send({ type: 'pickup-refused', message: 'This call has already been answered' });
    expect(agent.state.status).toBe('joining');
    expect(agent.took('say')).toEqual([{ type: 'say', text: 'pickup-failed', kind: 'bad' }]);
    expect(agent.took('say-server')).toEqual([
      { type: 'say-server', text: 'This call has already been answered' },
    ]);
    agent.pass(63_000);
    expect(agent.state).toEqual(CLEARED_STATE);
  });

  it('that is refused can be tried again until the ringing would have ended, and only then', () => {
    const agent = phone();
    agent.send({ type: 'rang', call });
    agent.send({ type: 'pickup-pressed', at: 0 });
    agent.send({ type: 'pickup-pressed', at: 10 });
    expect(agent.took('pick-up')).toHaveLength(1);
    expect(isPickingUp(agent.state)).toBe(true);
    agent.send({ type: 'pickup-refused', message: null });
    expect(isPickingUp(agent.state)).toBe(false);
    agent.send({ type: 'pickup-pressed', at: 5000 });
    expect(agent.took('pick-up')).toHaveLength(2);
    expect(isPickingUp(agent.state)).toBe(true);
    agent.send({ type: 'picked-up', credentials, at: 5700 });
    expect(agent.state).toMatchObject({ status: 'joined', pickupTime: 700 });
  });

  it('that was refused cannot be tried again after the ringing has ended', () => {
    const agent = phone();
    agent.send({ type: 'rang', call });
    agent.send({ type: 'pickup-pressed', at: 0 });
    agent.send({ type: 'pickup-refused', message: null });
    agent.pass(60_000);
    agent.send({ type: 'pickup-pressed', at: 60_500 });
    expect(agent.took('pick-up')).toHaveLength(1);
  });

  it('that breaks is an error, which one can put away', () => {
    const agent = phone();
    agent.send({ type: 'rang', call });
    agent.send({ type: 'pickup-pressed', at: 0 });
    agent.send({ type: 'pickup-broke' });
    expect(agent.state.status).toBe('error');
    expect(agent.took('say')).toEqual([{ type: 'say', text: 'accept-failed', kind: 'bad' }]);
    agent.pass(120_000);
    expect(agent.state.status).toBe('error');
    agent.send({ type: 'dismissed' });
    expect(agent.state).toEqual(CLEARED_STATE);
  });
});

describe('a call that a colleague asks into', () => {
  const asked: Call = {
    ...call,
    reason: { room_name: 'r1', reason: 'join', by: 'Dewi Lestari', note: '' },
  };

  it('is joined like any other; a ticket that one may not see stays shut, and that is said', () => {
    const agent = phone();
    agent.send({ type: 'rang', call: asked });
    agent.send({ type: 'pickup-pressed', at: 0 });
    agent.send({ type: 'picked-up', credentials: { ...credentials, may_see_ticket: false }, at: 700 });
    expect(agent.state).toMatchObject({ status: 'joined', call: asked });
    expect(agent.took('join')).toHaveLength(1);
    expect(agent.took('open-ticket')).toEqual([]);
    expect(agent.took('say')).toEqual([{ type: 'say', text: 'no-ticket', kind: 'bad' }]);
  });

  it('stops ringing when the colleague thinks better of it', () => {
    const agent = phone();
    agent.send({ type: 'rang', call: asked });
    agent.send({ type: 'stopped-by-server', room: 'r1' });
    expect(isRinging(agent.state)).toBe(false);
    agent.pass(3000);
    expect(agent.state).toEqual(CLEARED_STATE);
  });

  it('can ring again after it was missed', () => {
    const agent = phone();
    agent.send({ type: 'rang', call: asked });
    agent.pass(60_000);
    agent.send({ type: 'rang', call: asked });
    agent.pass(3001);
    expect(isRinging(agent.state)).toBe(true);
  });
});

describe('a call that is on', () => {
  it('that has ended gives way to the next ring before it is off the screen', () => {
    const agent = joinedPhone();
    agent.send({ type: 'stopped-by-server', room: 'r1' });
    agent.pass(1000);
    const other: Call = { ...call, dial: { ...call.dial, room_name: 'r2' } };
    agent.send({ type: 'rang', call: other });
    expect(isRinging(agent.state)).toBe(true);
    agent.pass(3000);
    expect(agent.state).toMatchObject({ status: 'incoming', call: other, isOver: false });
  });

  it('is not disturbed by another ring', () => {
    const agent = joinedPhone();
    agent.send({ type: 'rang', call: { ...call, dial: { ...call.dial, room_name: 'r2' } } });
    expect(agent.state).toMatchObject({ status: 'joined', call: { dial: { room_name: 'r1' } } });
  });

  it('that is hung up is left, cleared and said', () => {
    const agent = joinedPhone();
    agent.send({ type: 'hangup-pressed' });
    expect(agent.took('hang-up')).toEqual([{ type: 'hang-up', room: 'r1' }]);
    agent.send({ type: 'hangup-answered', success: true });
    expect(agent.state).toEqual(CLEARED_STATE);
    expect(agent.took('leave')).toHaveLength(1);
    expect(agent.took('say')).toEqual([{ type: 'say', text: 'ended', kind: 'good' }]);
  });

  it('that cannot be hung up goes on, and says so', () => {
    const agent = joinedPhone();
    agent.send({ type: 'hangup-answered', success: false });
    agent.send({ type: 'hangup-broke' });
    expect(agent.state.status).toBe('joined');
    expect(agent.took('say')).toEqual([
      { type: 'say', text: 'hangup-failed', kind: 'bad' },
      { type: 'say', text: 'hangup-broke', kind: 'bad' },
    ]);
  });

  it('whose meeting ends is left at once and cleared 3 s later', () => {
    const agent = joinedPhone();
    agent.send({ type: 'meeting-ended' });
    agent.send({ type: 'stopped-by-server', room: 'r1' });
    expect(agent.took('leave')).toHaveLength(1);
    agent.pass(2999);
    expect(agent.state.status).toBe('joined');
    agent.pass(1);
    expect(agent.state).toEqual(CLEARED_STATE);
  });

  it('that fails is an error with its message', () => {
    const agent = joinedPhone();
    agent.send({ type: 'call-failed', message: 'All lines are busy.' });
    expect(agent.state).toMatchObject({ status: 'error', message: 'All lines are busy.' });
  });

  it('that failed is cleared when the server says that it is over', () => {
    const agent = joinedPhone();
    agent.send({ type: 'call-failed', message: 'You have been removed from this meeting' });
    agent.pass(120_000);
    expect(agent.state.status).toBe('error');
    agent.send({ type: 'stopped-by-server', room: 'r1' });
    agent.pass(3000);
    expect(agent.state).toEqual(CLEARED_STATE);
  });

  it('is found again after a reload', () => {
    const agent = phone();
    agent.send({ type: 'found', call, credentials });
    expect(agent.state.status).toBe('joined');
    expect(agent.took('join')).toHaveLength(1);
    expect(agent.took('open-ticket')).toHaveLength(0);
  });
});
