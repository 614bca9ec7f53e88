import { ALERT_LEVELS, ALERT_TRAITS, type AlertLevel, type AlertRule } from '@trunkline/contract';

/** Since when the value has been at each level, in milliseconds; null: it is not. */
export type ReachedSince = Record<AlertLevel, number | null>;
export const NOT_REACHED: ReachedSince = { warn: null, alarm: null };

/** A change of an alert. `since`: since when the value has been at that level. */
export type AlertStep =
  | { act: 'start'; level: AlertLevel; since: number }
  | { act: 'escalate'; since: number }
  | { act: 'ease' }
  | { act: 'end' };

type Values = Pick<AlertRule, 'kind' | 'warn_at' | 'alarm_at' | 'margin' | 'hold_seconds'>;
type Now = { value: number | null; at: number };

const limitOf = (rule: Values, level: AlertLevel): number | null =>
  level === 'warn' ? rule.warn_at : rule.alarm_at;

function isReached(rule: Values, level: AlertLevel, value: number | null): boolean {
  const limit = limitOf(rule, level);
  if (limit === null || value === null) return false;
  return ALERT_TRAITS[rule.kind].isInverse ? value < limit : value >= limit;
}

/** Whether the value is below the level by the rule's margin, or there is none: an alert ends lower than it begins. */
function isLeft(rule: Values, level: AlertLevel, value: number | null): boolean {
  const limit = limitOf(rule, level);
  if (limit === null || value === null) return true;
  return ALERT_TRAITS[rule.kind].isInverse ? value >= limit + rule.margin : value <= limit - rule.margin;
}

/**
 * Since when each level has been reached, given the current value. After an alert that ended at `notBefore` the time counts
 * anew. Pure.
 */
export function updateReachedSince(
  rule: Values,
  before: ReachedSince,
  { value, at, notBefore }: Now & { notBefore: number },
): ReachedSince {
  const since = (level: AlertLevel): number | null =>
    isReached(rule, level, value) ? Math.max(before[level] ?? at, notBefore) : null;
  return { warn: since('warn'), alarm: since('alarm') };
}

/** The next step of a rule's alert; undefined for no change. Pure. */
export function nextAlertStep(
  rule: Values,
  level: AlertLevel | null,
  { reached, value, at }: Now & { reached: ReachedSince },
): AlertStep | undefined {
  const held = (one: AlertLevel): number | null => {
    const since = reached[one];
    return since !== null && at - since >= rule.hold_seconds * 1000 ? since : null;
  };
  if (level === null) {
    for (const one of ALERT_LEVELS.toReversed()) {
      const since = held(one);
      if (since !== null) return { act: 'start', level: one, since };
    }
    return undefined;
  }
  if (level === 'alarm') {
    if (!isLeft(rule, 'alarm', value)) return undefined;
    return isLeft(rule, 'warn', value) ? { act: 'end' } : { act: 'ease' };
  }
  const since = held('alarm');
  if (since !== null) return { act: 'escalate', since };
  return isLeft(rule, 'warn', value) && isLeft(rule, 'alarm', value) ? { act: 'end' } : undefined;
}
