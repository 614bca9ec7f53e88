import type { CallBack, RoomCall } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import type { NumberedEvent } from '#shared/api/realtime.ts';
import { applyToCallBacks, applyToCalls, type TicketCall } from './call-entries.ts';

const TICKET = 7;

function roomCall(fields: Partial<RoomCall> = {}): RoomCall {
  return {
    id: 1,
    room_name: 'room-1',
    ticket_id: TICKET,
    media_id: 18,
    kind: 'voice',
    direction: 'inbound',
    state: 'connected',
    customer_name: 'Siti',
    user_id: 3,
    started_at: '2026-11-02T08:00:00.000Z',
    answered_at: '2026-11-02T08:00:05.000Z',
    ended_at: null,
    end_reason: null,
    rating: null,
    ...fields,
  };
}

function callBack(fields: Partial<CallBack> = {}): CallBack {
  return {
    id: 1,
    ticket_id: TICKET,
    kind: 'voice',
    is_telephone: false,
    state: 'calling',
    customer_name: 'Siti',
    phone: '+62 812 3456 7890',
    email: '',
    due_at: '2026-11-02T08:00:00.000Z',
    next_at: null,
    attempts: 1,
    reason: null,
    user_id: 3,
    ended_at: null,
    created_at: '2026-11-02T07:00:00.000Z',
    ...fields,
  };
}

const changed = (payload: RoomCall): NumberedEvent => ({ name: 'call-changed', payload, seq: 1 });
const backChanged = (payload: CallBack): NumberedEvent => ({ name: 'call-back-changed', payload, seq: 1 });

describe('the calls of a ticket', () => {
  it('show what a call has become, and keep what was recorded of it', () => {
    const recordings = [{ id: 9 }] as TicketCall['recordings'];
    const entries = [
      { ...roomCall(), recordings },
      { ...roomCall({ id: 2 }), recordings: [] },
    ];
    const after = applyToCalls(entries, changed(roomCall({ state: 'ended', end_reason: 'hung_up' })), TICKET);
    expect(after.map(({ id, state }) => [id, state])).toEqual([
      [1, 'ended'],
      [2, 'connected'],
    ]);
    expect(after[0]?.recordings).toBe(recordings);
  });

  it('begin with one that is new', () => {
    expect(applyToCalls([], changed(roomCall()), TICKET)).toEqual([{ ...roomCall(), recordings: [] }]);
  });

  it('are left alone by the calls of another ticket', () => {
    const entries: TicketCall[] = [];
    expect(applyToCalls(entries, changed(roomCall({ ticket_id: 8 })), TICKET)).toBe(entries);
  });
});

describe('the calls that a customer has asked for', () => {
  it('show what has become of one', () => {
    const after = applyToCallBacks([callBack()], backChanged(callBack({ state: 'done' })), TICKET);
    expect(after.map(({ state }) => state)).toEqual(['done']);
  });

  it('are left alone by those of another ticket', () => {
    const entries = [callBack()];
    expect(applyToCallBacks(entries, backChanged(callBack({ ticket_id: 8 })), TICKET)).toBe(entries);
  });
});
