import { Activity, type ActivityId, type FloorAgent } from '@trunkline/contract';

/** Sort orders of the agents. Everything in this file is pure. */
export const AGENT_SORTS = ['status', 'name', 'longest', 'unanswered', 'load'] as const;
export type AgentSort = (typeof AGENT_SORTS)[number];
/** Groups by which agents are counted and filtered; a call is one group, whichever way it came. */
export const ACTIVITY_GROUPS = [
  'call',
  'wrap_up',
  'missed',
  'ready',
  'messages',
  'break',
  'offline',
] as const;
export type ActivityGroup = (typeof ACTIVITY_GROUPS)[number];

type ActivityFields = Pick<FloorAgent, 'user_activity_id' | 'activity_cause'>;
/** Limits in minutes by the id of the break reason. */
export type BreakLimits = ReadonlyMap<number, number>;

const GROUPS: Record<ActivityId, ActivityGroup> = {
  [Activity.offline]: 'offline',
  [Activity.messagesOnly]: 'messages',
  [Activity.onBreak]: 'break',
  [Activity.ready]: 'ready',
  [Activity.ringing]: 'call',
  [Activity.inCall]: 'call',
  [Activity.inRoomCall]: 'call',
  [Activity.afterCallWork]: 'wrap_up',
  [Activity.idleAfterCall]: 'wrap_up',
};

export const groupOf = ({
  user_activity_id: activity,
  activity_cause: cause,
}: ActivityFields): ActivityGroup => (cause === 'missed_call' ? 'missed' : GROUPS[activity]);

/** Returns when an agent's break exceeds its limit; null where it has none, or the agent is not on a break. */
export function breakEndsAt(agent: FloorAgent, limits: BreakLimits): number | null {
  const limit = agent.break_reason_id === null ? undefined : limits.get(agent.break_reason_id);
  if (agent.user_activity_id !== Activity.onBreak || limit === undefined) return null;
  return Date.parse(agent.activity_since) + limit * 60_000;
}

export function countGroups(agents: readonly ActivityFields[]): Map<ActivityGroup, number> {
  const counts = new Map<ActivityGroup, number>();
  for (const agent of agents) counts.set(groupOf(agent), (counts.get(groupOf(agent)) ?? 0) + 1);
  return counts;
}

export type AgentFilter = { department: number | null; groups: readonly ActivityGroup[]; name: string };

/** Whether an agent matches the filter; without chosen groups everybody matches who is not offline. */
export function isChosen(agent: FloorAgent, { department, groups, name }: AgentFilter): boolean {
  if (department !== null && !agent.department_ids.includes(department)) return false;
  if (!agent.fullname.toLocaleLowerCase().includes(name.trim().toLocaleLowerCase())) return false;
  return groups.length === 0 ? groupOf(agent) !== 'offline' : groups.includes(groupOf(agent));
}

const NEVER = '9999';
const longest = (a: FloorAgent, b: FloorAgent): number => a.activity_since.localeCompare(b.activity_since);
const byName = (a: FloorAgent, b: FloorAgent): number => a.fullname.localeCompare(b.fullname) || a.id - b.id;
const place = (agent: FloorAgent): number => ACTIVITY_GROUPS.indexOf(groupOf(agent));

const ORDERS: Record<AgentSort, (a: FloorAgent, b: FloorAgent) => number> = {
  status: (a, b) => place(a) - place(b) || longest(a, b),
  name: byName,
  longest,
  // Agents for whom no customer waits come last.
  unanswered: (a, b) => (a.unanswered_since ?? NEVER).localeCompare(b.unanswered_since ?? NEVER),
  load: (a, b) => b.load - a.load,
};

export const inOrder = (agents: readonly FloorAgent[], sort: AgentSort): FloorAgent[] =>
  agents.toSorted((a, b) => ORDERS[sort](a, b) || byName(a, b));
