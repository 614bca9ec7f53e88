import type { DailyCall } from '@daily-co/daily-js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LeaveReason } from './failure.ts';
import { followMeeting } from './follow.ts';
import { NO_MEETING, type Meeting } from './meeting.ts';

const track = (state: string) => ({ state, subscribed: true });
const person = (id: string, more: object = {}) => ({
  session_id: id,
  user_id: id,
  user_name: `Name of ${id}`,
  local: id === 'invitee-1',
  permissions: { canSend: true, canReceive: { base: true } },
  tracks: { audio: track('playable'), video: track('off'), screenVideo: track('off') },
  ...more,
});

/** The library's events and requests, as far as `follow` uses them; the test triggers events and answers requests to be let in. */
class Library {
  #listeners: [name: string, listener: (event?: object) => void][] = [];
  people: Record<string, object> = { local: person('invitee-1') };
  waiting: Record<string, object> = {};
  asked: string[] = [];
  answers: ((isLetIn: boolean) => void)[] = [];
  on = (name: string, listener: (event?: object) => void) => {
    this.#listeners.push([name, listener]);
    return this;
  };
  emit = (name: string, event?: object) => {
    for (const [each, listener] of this.#listeners) if (each === name) listener(event);
  };
  participants = () => this.people;
  waitingParticipants = () => this.waiting;
  meetingState = () => 'joined-meeting';
  enumerateDevices = () => Promise.reject(new Error('none here'));
  getInputDevices = () => Promise.reject(new Error('none here'));
  requestAccess = ({ name }: { name: string }) => {
    this.asked.push(name);
    return new Promise((resolve) => this.answers.push((granted) => resolve({ granted })));
  };
}

let library: Library;
let now: Meeting;
let overs: LeaveReason[];
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  library = new Library();
  now = NO_MEETING;
  overs = [];
  const shown = {
    get: () => now,
    change: (part: Partial<Meeting>) => (now = { ...now, ...part }),
    asked: {},
  };
  followMeeting(library as unknown as DailyCall, shown, (over) => overs.push(over));
});

describe('in the lobby', () => {
  test('a guest asks for admission automatically once; after a refusal they ask again only by hand', async () => {
    library.emit('access-state-updated', { access: { level: 'lobby' } });
    expect(now.access).toBe('waiting');
    library.answers[0]?.(false);
    await settle();
    expect(now.access).toBe('refused');
    library.emit('access-state-updated', { access: { level: 'lobby' } });
    expect(library.asked).toEqual(['Name of invitee-1']);
    // The library ends the attempt with this error; the page stays, because the guest may ask again.
    library.emit('error', { errorMsg: 'Join request rejected', error: { type: 'not-allowed' } });
    expect(now.access).toBe('refused');
    expect(overs).toEqual([]);
    library.emit('access-state-updated', { access: { level: 'full' } });
    expect(now.access).toBe('full');
  });

  test('a guest asks again after the connection was lost, because nobody inside knows of the request any more', () => {
    library.emit('access-state-updated', { access: { level: 'lobby' } });
    library.emit('network-connection', { type: 'sfu', event: 'interrupted' });
    library.emit('network-connection', { type: 'sfu', event: 'connected' });
    expect(library.asked).toHaveLength(2);
    library.emit('network-connection', { type: 'signaling', event: 'connected' });
    expect(library.asked).toHaveLength(2);
  });

  test('participants who may admit others see who waits', () => {
    library.waiting = { a: { id: 'a', name: 'Budi', awaitingAccess: { level: 'full' } } };
    library.emit('waiting-participant-added');
    expect(now.waiting).toEqual([{ id: 'a', name: 'Budi' }]);
    library.waiting = {};
    library.emit('waiting-participant-removed');
    expect(now.waiting).toEqual([]);
  });
});

describe('the state of the call', () => {
  test('contains the participants, their sides, and the quality of their connections', () => {
    library.people = {
      local: person('user-4', { local: true }),
      b: person('visitor-2', { networkQualityState: 'bad' }),
      c: person('invitee-3', {
        networkQualityState: 'warning',
        tracks: {
          audio: track('off'),
          video: track('loading'),
          screenVideo: track('off'),
        },
      }),
    };
    library.emit('participant-updated');
    expect(
      now.people.map(({ role, signal, isMuted, hasCamera }) => [role, signal, isMuted, hasCamera]),
    ).toEqual([
      ['agent', 'good', false, false],
      ['customer', 'bad', false, false],
      ['guest', 'weak', true, true],
    ]);
    expect(now.hasBeenJoined).toBe(true);
  });

  test('tells hold from a muted microphone', () => {
    const permissions = { canSend: false, canReceive: { base: false } };
    const tracks = { audio: track('off'), video: track('off'), screenVideo: track('off') };
    library.people = { local: person('invitee-1', { permissions, tracks }) };
    library.emit('participant-updated');
    expect(now).toMatchObject({ isHeld: true, people: [{ isMuted: false }] });
    library.people = { local: person('invitee-1') };
    library.emit('participant-updated');
    expect(now.isHeld).toBe(false);
  });

  test('contains one’s own connection; its return does not clear a camera problem', () => {
    library.emit('camera-error', {
      error: { type: 'not-found' },
      errorMsg: { audioOk: true, videoOk: false },
    });
    library.emit('network-connection', { event: 'connected' });
    library.emit('network-quality-change', { networkState: 'warning' });
    expect(now).toMatchObject({ trouble: 'no-camera', isLineCut: false, signal: 'weak' });
    library.emit('camera-error', { error: { type: 'permissions' }, errorMsg: { audioOk: false } });
    expect(now.trouble).toBe('microphone');
  });

  test('contains chat messages only, cut to the maximum length', () => {
    library.people = { local: person('user-4'), b: person('visitor-2') };
    library.emit('app-message', { fromId: 'b', data: { kind: 'chat', text: 'x'.repeat(5000) } });
    for (const data of ['hello', { kind: 'chat', text: 5 }, { kind: 'form' }, null])
      library.emit('app-message', { fromId: 'b', data });
    expect(now.chat).toMatchObject([{ from: 'Name of visitor-2', isOwn: false }]);
    expect(now.chat[0]?.text).toHaveLength(2000);
  });

  test('shows a failed background as failed', () => {
    now = { ...now, background: { chosen: 'blur', isPossible: true, hasFailed: false } };
    library.emit('nonfatal-error', { type: 'video-processor-error' });
    expect(now.background).toEqual({ chosen: 'none', isPossible: true, hasFailed: true });
  });

  test.each([
    ['You have been removed from this meeting', 'removed'],
    ['Meeting has ended', 'ended'],
  ])('reports the reason for the end: "%s" is %s, also when a “left” event follows', (errorMsg, why) => {
    library.emit('error', { errorMsg, error: { type: 'ejected' } });
    library.emit('left-meeting');
    expect(overs).toEqual([{ why }]);
  });

  test('a participant who hangs up has left, which does not end the call for others', () => {
    library.emit('left-meeting');
    expect(overs).toEqual([{ why: 'left' }]);
  });
});

test('a telephone in the room is a participant of its own; its owner hears it on the telephone, the others in the room', () => {
  const voice = { kind: 'audio' };
  const tracks = {
    ...person('user-4').tracks,
    'phone:Sari': { state: 'playable', subscribed: true, persistentTrack: voice },
  };
  library.people = { local: person('invitee-1', { tracks }), b: person('user-4', { tracks }) };
  library.emit('participant-updated');
  const phones = now.people.filter(({ role }) => role === 'phone');
  expect(phones.map(({ name, isLocal, sound }) => [name, isLocal, sound])).toEqual([
    ['Sari', false, undefined],
    ['Sari', false, voice],
  ]);
  expect(new Set(now.people.map(({ id }) => id)).size).toBe(4);
});

test('one’s own telephone does not count as somebody who has joined', () => {
  const tracks = { ...person('invitee-1').tracks, 'phone:Sari': track('playable') };
  library.people = { local: person('invitee-1', { tracks }) };
  library.emit('participant-updated');
  expect(now.hasBeenJoined).toBe(false);
});
