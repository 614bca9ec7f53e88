import { Activity, CALL_PEOPLE_MAX } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { hasRoomForAnother, nextOwner, notRungReasonOf } from './move-policy.ts';

const budi = { id: 5, user_activity_id: Activity.ready, activity_cause: null, may_reply: true } as const;
const nobody = new Map<number, 'in_call' | 'ringing'>();

describe('who can be invited into a call', () => {
  it.each([
    [Activity.ready, null],
    [Activity.messagesOnly, null],
    [Activity.onBreak, 'on_break'],
    [Activity.offline, 'offline'],
    [Activity.inRoomCall, 'in_call'],
    [Activity.inCall, 'in_call'],
  ])('activity %s: %s', (user_activity_id, expected) => {
    expect(notRungReasonOf({ ...budi, user_activity_id }, [4], nobody)).toBe(expected);
  });

  it.each(['wrap_up', 'missed_call'] as const)('not an agent in wrap-up: %s', (activity_cause) => {
    const idle = { ...budi, user_activity_id: Activity.idleAfterCall, activity_cause };
    expect(notRungReasonOf(idle, [4], nobody)).toBe(activity_cause);
  });

  it('not a participant, an agent in another call, or a user without the permission to answer customers', () => {
    expect(notRungReasonOf(budi, [4, 5], new Map([[5, 'in_call']]))).toBe('here');
    expect(notRungReasonOf(budi, [4], new Map([[5, 'ringing']]))).toBe('ringing');
    expect(notRungReasonOf(budi, [4], new Map([[5, 'in_call']]))).toBe('in_call');
    expect(notRungReasonOf({ ...budi, may_reply: false }, [4], nobody)).toBe('rights');
  });
});

describe('how many participants there may be', () => {
  it.each([
    [{ agents: 1, customers: 1, ringing: 0 }, true],
    [{ agents: CALL_PEOPLE_MAX - 2, customers: 1, ringing: 0 }, true],
    [{ agents: CALL_PEOPLE_MAX - 2, customers: 1, ringing: 1 }, false],
    [{ agents: CALL_PEOPLE_MAX - 1, customers: 0, ringing: 0 }, false],
    [{ agents: CALL_PEOPLE_MAX - 3, customers: 2, ringing: 1 }, false],
  ])('%o', (count, expected) => expect(hasRoomForAnother(count)).toBe(expected));
});

it('the agent who has been in the call longest becomes its owner, and nobody when nobody is left', () => {
  expect(nextOwner([{ user_id: 4 }, { user_id: 6 }, { user_id: 5 }], 4)).toBe(6);
  expect(nextOwner([{ user_id: 4 }, { user_id: 6 }], 6)).toBe(4);
  expect(nextOwner([{ user_id: 4 }], 4)).toBeNull();
});
