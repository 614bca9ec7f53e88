import { Activity, CHANNEL_TRAITS, type AlertRule } from '@trunkline/contract';
import type { FloorSnapshot } from '../floor/board.ts';

type Watched = Pick<
  AlertRule,
  'kind' | 'department_id' | 'media_id' | 'queue' | 'user_activity_id' | 'minutes'
>;
type DepartmentAndMedia = { department_id: number | null; media_id: number };

/** The value that a rule watches, over the whole board; null: there is none now. Pure. */
export function watchedValueOf(rule: Watched, floor: FloorSnapshot): number | null {
  switch (rule.kind) {
    case 'waiting':
      return (
        callersOf(rule, floor).length + messagesOf(rule, floor).reduce((sum, { total }) => sum + total, 0)
      );
    case 'oldest':
      return longest(floor, [
        ...callersOf(rule, floor).map(({ started_at: at }) => at),
        ...messagesOf(rule, floor).map(({ oldest_at: at }) => at),
      ]);
    case 'abandonment':
      return shareOf(rule, floor, 'abandoned');
    case 'service_level':
      return shareOf(rule, floor, 'within_target');
    case 'activity':
      return longest(
        floor,
        floor.agents
          .filter((agent) => agent.user_activity_id === rule.user_activity_id && isIn(rule, agent))
          .map(({ activity_since: at }) => at),
      );
    case 'break':
      return longestOverrunBreak(rule, floor);
    case 'sla':
      return nearDeadlines(rule, floor);
    case 'channel':
      return floor.failing?.filter((one) => isOf(rule, one)).length ?? null;
  }
}

const isOf = (rule: Watched, { department_id: department, media_id: media }: DepartmentAndMedia): boolean =>
  (rule.department_id === null || rule.department_id === department) &&
  (rule.media_id === null || rule.media_id === media);

const isIn = (rule: Watched, { department_ids: ids }: { department_ids: readonly number[] }): boolean =>
  rule.department_id === null || ids.includes(rule.department_id);

/** Waiting callers, counted as on the board. */
const callersOf = (rule: Watched, { calls }: FloorSnapshot) =>
  calls.filter(
    (call) =>
      (call.state === 'queue' || (call.state === 'ringing' && call.direction === 'inbound')) &&
      isOf(rule, call) &&
      (rule.queue === null || rule.queue === call.queue),
  );

/** None for a rule about a telephone queue or voice channel. */
const messagesOf = (rule: Watched, { waiting }: FloorSnapshot) =>
  rule.queue !== null || (rule.media_id !== null && CHANNEL_TRAITS[rule.media_id].isVoice)
    ? []
    : waiting.filter((one) => isOf(rule, one));

/** The longest wait in seconds; 0 where nobody waits. */
const longest = ({ at }: FloorSnapshot, since: readonly string[]): number =>
  Math.max(0, ...since.map((moment) => Math.floor((at.getTime() - Date.parse(moment)) / 1000)));

/** A percentage of the calls offered in this half hour, rounded down as on the board. */
function shareOf(
  rule: Watched,
  { service }: FloorSnapshot,
  part: 'abandoned' | 'within_target',
): number | null {
  const own = service.byDepartment.filter((group) => group.period === 'half_hour' && isOf(rule, group));
  const offered = own.reduce((sum, group) => sum + group.offered, 0);
  const counted = own.reduce((sum, group) => sum + group[part], 0);
  return offered === 0 ? null : Math.floor((counted / offered) * 100);
}

function longestOverrunBreak(rule: Watched, { agents, breakLimits, at }: FloorSnapshot): number | null {
  if (!breakLimits) return null;
  const over = agents.flatMap((agent) => {
    const limit = agent.break_reason_id === null ? undefined : breakLimits.get(agent.break_reason_id);
    if (limit === undefined || agent.user_activity_id !== Activity.onBreak || !isIn(rule, agent)) return [];
    return [Math.floor((at.getTime() - Date.parse(agent.activity_since)) / 1000) - limit];
  });
  return Math.max(0, ...over);
}

function nearDeadlines(rule: Watched, { deadlines, at }: FloorSnapshot): number | null {
  const until = at.getTime() + (rule.minutes ?? 0) * 60_000;
  return (
    deadlines
      ?.filter(
        (one) => isOf(rule, one) && Date.parse(one.due_at) > at.getTime() && Date.parse(one.due_at) <= until,
      )
      .reduce((sum, { total }) => sum + total, 0) ?? null
  );
}
