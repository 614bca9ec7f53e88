import type { LiveCall } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { figuresOf, inOrder, lateAt, stateOf } from './live-calls.ts';

const at = (second: number) => `2026-03-02T02:00:${String(second).padStart(2, '0')}.000Z`;
const call = (
  id: number,
  state: LiveCall['state'],
  second: number,
  more: Partial<LiveCall> = {},
): LiveCall => ({
  call_id: id,
  media_id: 1,
  direction: 'inbound',
  state,
  number: '0812',
  customer_id: null,
  customer_name: null,
  ticket_id: null,
  user_id: null,
  department_id: 1,
  queue: '',
  ivr_keypress: '',
  is_held: false,
  started_at: at(second),
  since: at(second),
  is_telephone: true,
  can_attend: true,
  ...more,
});

describe('live calls', () => {
  it('name the queue that they wait in where it has a name, and that they are on hold', () => {
    expect(stateOf(call(1, 'queue', 1))).toBe('waits');
    expect(stateOf(call(1, 'queue', 1, { queue: 'sales' }))).toBe('queue');
    expect(stateOf(call(1, 'connected', 1, { is_held: true }))).toBe('held');
    expect(stateOf(call(1, 'ringing', 1))).toBe('ringing');
  });

  it('stand with who waits longest first, then who talks longest', () => {
    const calls = [
      call(1, 'connected', 1, { since: at(9) }),
      call(2, 'connected', 2, { since: at(8) }),
      call(3, 'queue', 5),
      call(4, 'ivr', 4),
      call(5, 'ringing', 4),
    ];
    expect(inOrder(calls).map(({ call_id: id }) => id)).toEqual([4, 5, 3, 2, 1]);
  });

  it('are counted by where they are', () => {
    const calls = [
      call(1, 'ivr', 1),
      call(2, 'queue', 3),
      call(3, 'ringing', 2),
      call(4, 'ringing', 0, { direction: 'outbound' }),
      call(5, 'connected', 0),
    ];
    expect(figuresOf(calls)).toEqual({ menu: 1, waiting: 2, talking: 1, longest: at(2) });
    expect(figuresOf([])).toEqual({ menu: 0, waiting: 0, talking: 0, longest: null });
  });

  it('are late once a caller has waited for longer than the target, in the queue or while it rings', () => {
    expect(lateAt(call(1, 'queue', 0, { since: at(5) }), 20)).toBe(Date.parse(at(25)));
    expect(lateAt(call(1, 'ringing', 0, { since: at(5) }), 20)).toBe(Date.parse(at(20)));
    expect(lateAt(call(1, 'ringing', 0, { direction: 'outbound' }), 20)).toBeNull();
    expect(lateAt(call(1, 'connected', 0), 20)).toBeNull();
  });
});
