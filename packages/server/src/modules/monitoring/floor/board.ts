import type {
  Escort,
  FloorAgent,
  FloorChanges,
  FloorState,
  LiveCall,
  MediaId,
  ServiceRule,
  WaitingMessages,
} from '@trunkline/contract';
import { serviceLevelsForViewer, type ServiceSums } from './service-level.ts';
import type { FloorScope } from './floor-scope.ts';

/** Everything on the board at one moment, regardless of who may see it. All functions of this file are pure. */
export type FloorSnapshot = {
  version: number;
  at: Date;
  agents: readonly FloorAgent[];
  calls: readonly LiveCall[];
  escorts: readonly Escort[];
  waiting: readonly WaitingMessages[];
  service: ServiceSums;
  serviceRule: ServiceRule;
  /** Only read if an alert rule needs it; undefined: not read. */
  deadlines?: readonly Deadlines[];
  failing?: readonly FailingChannel[];
  /** In seconds, by break reason. */
  breakLimits?: ReadonlyMap<number, number>;
};

/** How many tickets have their next SLA target due in that minute. */
export type Deadlines = { media_id: MediaId; department_id: number; due_at: string; total: number };
export type FailingChannel = { media_id: MediaId; department_id: number };

type SharedLists = Pick<FloorState, 'waiting' | 'service' | 'escorts' | 'service_rule'>;

/** The part of the board that a viewer may see. */
export function boardForViewer(floor: FloorSnapshot, sight: FloorScope): FloorState {
  return {
    at: floor.at.toISOString(),
    version: floor.version,
    agents: floor.agents.filter(sight.person),
    calls: floor.calls.filter(sight.seesItem),
    ...listsOf(floor, sight),
  };
}

/** The difference between two states, for all viewers: computed once, however many look. */
export type FloorDifference = {
  before: FloorSnapshot;
  after: FloorSnapshot;
  agents: readonly Change<FloorAgent>[];
  calls: readonly Change<LiveCall>[];
  /** Which of the other lists have changed for anybody. */
  lists: ReadonlySet<keyof SharedLists>;
};

export function floorDifferenceOf(before: FloorSnapshot, after: FloorSnapshot): FloorDifference {
  const calls = changed(before.calls, after.calls, ({ call_id: id }) => id);
  const lists = new Set<keyof SharedLists>();
  if (!isSame(before.waiting, after.waiting)) lists.add('waiting');
  if (before.service !== after.service) lists.add('service');
  if (!isSame(before.serviceRule, after.serviceRule)) lists.add('service_rule');
  // Escorts are visible with their call.
  if (calls.length > 0 || !isSame(before.escorts, after.escorts)) lists.add('escorts');
  return { before, after, agents: changed(before.agents, after.agents, ({ id }) => id), calls, lists };
}

/** What an agent is doing, as the event of its change tells. */
export type AgentChange = Pick<FloorAgent, 'id' | 'activity_since'> & Partial<FloorAgent>;

/** The floor with these changes of agents, except older ones than it has, and agents who are not on it. */
export function withAgentChanges(
  before: FloorSnapshot,
  changes: ReadonlyMap<number, AgentChange>,
): FloorSnapshot {
  const isChanged = (one: FloorAgent, change: AgentChange | undefined): change is AgentChange =>
    change !== undefined && Date.parse(change.activity_since) >= Date.parse(one.activity_since);
  const agents = before.agents.map((one) => {
    const change = changes.get(one.id);
    return isChanged(one, change) ? { ...one, ...change } : one;
  });
  return { ...before, agents };
}

/** The same as `floorDifferenceOf`, where nothing but agents differs. */
export function agentDifferenceOf(before: FloorSnapshot, after: FloorSnapshot): FloorDifference {
  const agents = after.agents.flatMap((is, index) => {
    const was = before.agents[index];
    return was === is ? [] : [{ id: is.id, was, is }];
  });
  return { before, after, agents, calls: [], lists: new Set() };
}

/** The changes that a viewer sees, including what became visible or invisible to them. */
export function boardChanges(
  { before, after, agents, calls, lists }: FloorDifference,
  sight: FloorScope,
): FloorChanges {
  const change: FloorChanges = {
    at: after.at.toISOString(),
    after: before.version,
    version: after.version,
    agents: visibleRows(agents, sight.person),
    agents_gone: removedIds(agents, sight.person),
    calls: visibleRows(calls, sight.seesItem),
    calls_gone: removedIds(calls, sight.seesItem),
  };
  const changedPart = <Part extends keyof SharedLists>(part: Part): Pick<SharedLists, Part> | undefined => {
    if (!lists.has(part)) return undefined;
    const now = LISTS[part](after, sight);
    return isSame(LISTS[part](before, sight), now) ? undefined : ({ [part]: now } as Pick<SharedLists, Part>);
  };
  return {
    ...change,
    ...changedPart('waiting'),
    ...changedPart('service'),
    ...changedPart('escorts'),
    ...changedPart('service_rule'),
  };
}

const LISTS: { [Part in keyof SharedLists]: (floor: FloorSnapshot, sight: FloorScope) => SharedLists[Part] } =
  {
    waiting: ({ waiting }, sight) => waiting.filter(sight.seesItem),
    service: ({ service }, sight) => serviceLevelsForViewer(service, sight),
    service_rule: ({ serviceRule }) => serviceRule,
    escorts({ calls, escorts }, sight) {
      if (escorts.length === 0) return [];
      const seen = new Set(calls.filter(sight.seesItem).map(({ call_id: id }) => id));
      return escorts.filter(({ call_id: id }) => seen.has(id));
    },
  };

const listsOf = (floor: FloorSnapshot, sight: FloorScope): SharedLists => ({
  waiting: LISTS.waiting(floor, sight),
  service: LISTS.service(floor, sight),
  escorts: LISTS.escorts(floor, sight),
  service_rule: floor.serviceRule,
});

/** Comparing JSON is enough, since both were made by the same code; it takes a tenth of the time of a deep comparison. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

type Change<T> = { id: number; was: T | undefined; is: T | undefined };

function changed<T>(before: readonly T[], after: readonly T[], idOf: (one: T) => number): Change<T>[] {
  const known = new Map(before.map((one) => [idOf(one), one]));
  const changes: Change<T>[] = [];
  for (const is of after) {
    const id = idOf(is);
    const was = known.get(id);
    known.delete(id);
    if (!isSame(was, is)) changes.push({ id, was, is });
  }
  for (const [id, was] of known) changes.push({ id, was, is: undefined });
  return changes;
}

const visibleRows = <T>(changes: readonly Change<T>[], sees: (one: T) => boolean): T[] =>
  changes.flatMap(({ is }) => (is !== undefined && sees(is) ? [is] : []));

/** The ids that the viewer saw before, and does not see any more. */
const removedIds = <T>(changes: readonly Change<T>[], sees: (one: T) => boolean): number[] =>
  changes.flatMap(({ id, was, is }) =>
    was !== undefined && sees(was) && (is === undefined || !sees(is)) ? [id] : [],
  );
