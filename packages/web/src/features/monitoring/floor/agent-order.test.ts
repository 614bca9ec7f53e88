import { Activity, type FloorAgent } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { breakEndsAt, countGroups, groupOf, inOrder, isChosen } from './agent-order.ts';

const at = (minute: number) => `2026-03-02T02:${String(minute).padStart(2, '0')}:00.000Z`;
const agent = (id: number, fullname: string, more: Partial<FloorAgent> = {}): FloorAgent => ({
  id,
  fullname,
  user_level_id: 3,
  department_ids: [1],
  user_activity_id: Activity.ready,
  break_reason_id: null,
  activity_since: at(0),
  activity_cause: null,
  activity_ends_at: null,
  capacity: 4,
  load: 0,
  loads: [],
  unanswered: 0,
  unanswered_since: null,
  ...more,
});
const DEWI = agent(1, 'Dewi', {
  user_activity_id: Activity.onBreak,
  break_reason_id: 7,
  activity_since: at(5),
});
const BUDI = agent(2, 'Budi', { activity_since: at(9), load: 3, unanswered: 1, unanswered_since: at(2) });
const SARI = agent(3, 'Sari', { activity_since: at(1), department_ids: [2] });
const ADI = agent(4, 'Adi', {
  user_activity_id: Activity.inRoomCall,
  unanswered: 2,
  unanswered_since: at(1),
});
const EKA = agent(5, 'Eka', { user_activity_id: Activity.idleAfterCall, activity_cause: 'missed_call' });
const ALL = [DEWI, BUDI, SARI, ADI, EKA];
const names = (agents: readonly FloorAgent[]) => agents.map(({ fullname }) => fullname);

describe('people on the board', () => {
  it.each([
    ['status', ['Adi', 'Eka', 'Sari', 'Budi', 'Dewi']],
    ['name', ['Adi', 'Budi', 'Dewi', 'Eka', 'Sari']],
    ['longest', ['Adi', 'Eka', 'Sari', 'Dewi', 'Budi']],
    ['unanswered', ['Adi', 'Budi', 'Dewi', 'Eka', 'Sari']],
    ['load', ['Budi', 'Adi', 'Dewi', 'Eka', 'Sari']],
  ] as const)('stand by %s', (sort, order) => {
    expect(names(inOrder(ALL, sort))).toEqual(order);
  });

  it('are chosen by department, name and what they do; whoever is offline only where it is asked for', () => {
    const offline = agent(6, 'Fitri', { user_activity_id: Activity.offline });
    const chosen = (filter: object) =>
      names(
        [...ALL, offline].filter((one) =>
          isChosen(one, { department: null, groups: [], name: '', ...filter }),
        ),
      );
    expect(chosen({})).toEqual(names(ALL));
    expect(chosen({ groups: ['offline', 'break'] })).toEqual(['Dewi', 'Fitri']);
    expect(chosen({ department: 2 })).toEqual(['Sari']);
    expect(chosen({ name: ' di ' })).toEqual(['Budi', 'Adi']);
  });

  it('are counted by what they do: a missed call is no wrap-up', () => {
    expect(groupOf(EKA)).toBe('missed');
    expect(Object.fromEntries(countGroups(ALL))).toEqual({ break: 1, ready: 2, call: 1, missed: 1 });
  });

  it('may be on a break for as long as its reason allows', () => {
    const limits = new Map([[7, 15]]);
    expect(breakEndsAt(DEWI, limits)).toBe(Date.parse(at(20)));
    expect(breakEndsAt(DEWI, new Map())).toBeNull();
    expect(breakEndsAt(BUDI, limits)).toBeNull();
  });
});
