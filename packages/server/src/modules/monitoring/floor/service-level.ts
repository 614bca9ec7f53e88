import {
  SERVICE_PERIODS,
  SERVICE_TARGET_SECONDS,
  SHORT_ABANDON_SECONDS,
  type MediaId,
  type ServiceLevel,
} from '@trunkline/contract';

/** A call that came into a queue, and what became of the wait. */
export type CallWait = {
  media_id: MediaId;
  department_id: number | null;
  user_id: number | null;
  entered_at: string;
  answered_at: string | null;
  ended_at: string | null;
  /** They asked to be called back, or left a message. */
  is_left_by_wish: boolean;
};
type Rule = { targetSeconds: number; shortSeconds: number };
type Outcome = 'in_time' | 'late' | 'abandoned' | 'not_offered';

const RULE: Rule = { targetSeconds: SERVICE_TARGET_SECONDS, shortSeconds: SHORT_ABANDON_SECONDS };

/** How a call counts at this moment. One that waits is missed once it is over the target, and not decided before. Pure. */
export function outcomeOf(wait: CallWait, now: Date, { targetSeconds, shortSeconds }: Rule = RULE): Outcome {
  const waited =
    (Date.parse(wait.answered_at ?? wait.ended_at ?? now.toISOString()) - Date.parse(wait.entered_at)) / 1000;
  if (wait.answered_at !== null) return waited <= targetSeconds ? 'in_time' : 'late';
  if (wait.ended_at === null) return waited > targetSeconds ? 'late' : 'not_offered';
  if (wait.is_left_by_wish || waited <= shortSeconds) return 'not_offered';
  return 'abandoned';
}

/** Calls of one department and agent. */
export type ServiceGroup = ServiceLevel & Pick<CallWait, 'department_id' | 'user_id'>;

/** Of the half hour and of the day, both by when the call entered the queue; apart for all that are seen by different people. Pure. */
export function serviceGroups(
  waits: readonly CallWait[],
  { halfHour, now }: { halfHour: Date; now: Date },
): ServiceGroup[] {
  const groups = new Map<string, ServiceGroup>();
  for (const wait of waits) {
    const outcome = outcomeOf(wait, now);
    if (outcome === 'not_offered') continue;
    const { media_id, department_id, user_id } = wait;
    for (const period of SERVICE_PERIODS) {
      if (period === 'half_hour' && Date.parse(wait.entered_at) < halfHour.getTime()) continue;
      const key = [media_id, period, department_id, user_id].join(' ');
      const group = groups.get(key) ?? { media_id, period, department_id, user_id, ...NONE };
      groups.set(key, added(group, outcome));
    }
  }
  return [...groups.values()];
}

/** By channel and period. Pure. */
export function serviceLevels(groups: readonly ServiceGroup[]): ServiceLevel[] {
  const levels = new Map<string, ServiceLevel>();
  for (const { media_id, period, offered, within_target: within, abandoned } of groups) {
    const key = `${media_id} ${period}`;
    const sum = levels.get(key) ?? { media_id, period, ...NONE };
    levels.set(key, {
      ...sum,
      offered: sum.offered + offered,
      within_target: sum.within_target + within,
      abandoned: sum.abandoned + abandoned,
    });
  }
  return [...levels.values()].toSorted((a, b) => a.media_id - b.media_id || a.period.localeCompare(b.period));
}

const NONE = { offered: 0, within_target: 0, abandoned: 0 };

const added = (group: ServiceGroup, outcome: Outcome): ServiceGroup => ({
  ...group,
  offered: group.offered + 1,
  within_target: group.within_target + (outcome === 'in_time' ? 1 : 0),
  abandoned: group.abandoned + (outcome === 'abandoned' ? 1 : 0),
});
