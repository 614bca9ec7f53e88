import { SERVICE_PERIODS, type MediaId, type ServiceLevel, type ServiceRule } from '@trunkline/contract';
import type { FloorScope } from './floor-scope.ts';

/** A call that entered a queue, and how its wait ended. */
export type CallWait = {
  media_id: MediaId;
  department_id: number | null;
  user_id: number | null;
  entered_at: string;
  answered_at: string | null;
  ended_at: string | null;
  /** The caller asked for a call-back, or left a message. */
  is_left_by_wish: boolean;
};
type Outcome = 'in_time' | 'late' | 'abandoned' | 'not_offered';

/**
 * How a call counts at this moment. One that still waits counts as late once it is over the target, and is undecided before.
 * Pure.
 */
export function callWaitOutcome(
  wait: CallWait,
  now: Date,
  { target_seconds: targetSeconds, short_abandon_seconds: shortSeconds }: ServiceRule,
): Outcome {
  const waited =
    (Date.parse(wait.answered_at ?? wait.ended_at ?? now.toISOString()) - Date.parse(wait.entered_at)) / 1000;
  if (wait.answered_at !== null) return waited <= targetSeconds ? 'in_time' : 'late';
  if (wait.ended_at === null) return waited > targetSeconds ? 'late' : 'not_offered';
  if (wait.is_left_by_wish || waited <= shortSeconds) return 'not_offered';
  return 'abandoned';
}

type GroupKey = Pick<CallWait, 'department_id' | 'user_id'>;
type Group = ServiceLevel & GroupKey;

/** Sums by department and by user, so that different visibilities are computed quickly. */
export type ServiceSums = {
  byDepartment: readonly Group[];
  /** By the user who had the call. */
  byUser: ReadonlyMap<number, readonly Group[]>;
};
export const NO_SERVICE_SUMS: ServiceSums = { byDepartment: [], byUser: new Map() };

const NONE = { offered: 0, within_target: 0, abandoned: 0 };

/** The sums of the half hour and of the day, both by when calls entered the queue. Pure. */
export function sumServiceLevels(
  waits: readonly CallWait[],
  { halfHour, now, rule }: { halfHour: Date; now: Date; rule: ServiceRule },
): ServiceSums {
  const groups = waits.flatMap((wait): Group[] => {
    const outcome = callWaitOutcome(wait, now, rule);
    if (outcome === 'not_offered') return [];
    const { media_id, department_id, user_id } = wait;
    const periods = SERVICE_PERIODS.filter(
      (period) => period === 'today' || Date.parse(wait.entered_at) >= halfHour.getTime(),
    );
    const counts = {
      offered: 1,
      within_target: outcome === 'in_time' ? 1 : 0,
      abandoned: outcome === 'abandoned' ? 1 : 0,
    };
    return periods.map((period) => ({ media_id, period, department_id, user_id, ...counts }));
  });
  const byUser = new Map<number, Group[]>();
  for (const group of added(groups, ({ department_id, user_id }) => ({ department_id, user_id }))) {
    if (group.user_id === null) continue;
    byUser.set(group.user_id, [...(byUser.get(group.user_id) ?? []), group]);
  }
  return { byDepartment: added(groups, ({ department_id }) => ({ department_id, user_id: null })), byUser };
}

/** By channel and period, over what the viewer may see. Pure. */
export function serviceLevelsForViewer(
  { byDepartment, byUser }: ServiceSums,
  { userId, departments }: Pick<FloorScope, 'userId' | 'departments'>,
): ServiceLevel[] {
  const isSeen = ({ department_id: id }: Group): boolean =>
    departments === 'all' || (id !== null && departments.has(id));
  const own = (byUser.get(userId) ?? []).filter((group) => !isSeen(group));
  const levels = added([...byDepartment.filter(isSeen), ...own], () => ({
    department_id: null,
    user_id: null,
  }));
  return levels
    .map(({ media_id, period, offered, within_target, abandoned }) => ({
      media_id,
      period,
      offered,
      within_target,
      abandoned,
    }))
    .toSorted((a, b) => a.media_id - b.media_id || a.period.localeCompare(b.period));
}

/** Adds up groups of the same channel, period and place. */
function added(groups: readonly Group[], placeOf: (group: Group) => GroupKey): Group[] {
  const sums = new Map<string, Group>();
  for (const group of groups) {
    const place = placeOf(group);
    const { media_id, period } = group;
    const key = [media_id, period, place.department_id, place.user_id].join(' ');
    const sum = sums.get(key) ?? { media_id, period, ...place, ...NONE };
    sum.offered += group.offered;
    sum.within_target += group.within_target;
    sum.abandoned += group.abandoned;
    sums.set(key, sum);
  }
  return [...sums.values()];
}
