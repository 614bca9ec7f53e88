import { isDeepStrictEqual } from 'node:util';
import type {
  Escort,
  FloorAgent,
  FloorChanges,
  FloorState,
  LiveCall,
  WaitingMessages,
} from '@trunkline/contract';
import { serviceLevels, type ServiceGroup } from './service-level.ts';
import type { Sight } from './sight.ts';

/** Everything on the floor at one moment, whoever may see it. All in this file is pure. */
export type Floor = {
  version: number;
  at: Date;
  agents: readonly FloorAgent[];
  calls: readonly LiveCall[];
  escorts: readonly Escort[];
  waiting: readonly WaitingMessages[];
  service: readonly ServiceGroup[];
};

type Lists = Pick<FloorState, 'waiting' | 'service' | 'escorts'>;

/** What this sight has of it. */
export function boardOf(floor: Floor, sight: Sight): FloorState {
  return {
    at: floor.at.toISOString(),
    version: floor.version,
    agents: floor.agents.filter(sight.person),
    calls: floor.calls.filter(sight.thing),
    ...listsOf(floor, sight),
  };
}

/** From one moment to a later one, for everybody: asked once, however many look. */
export type Step = {
  before: Floor;
  after: Floor;
  agents: readonly Change<FloorAgent>[];
  calls: readonly Change<LiveCall>[];
};

export const stepOf = (before: Floor, after: Floor): Step => ({
  before,
  after,
  agents: changed(before.agents, after.agents, ({ id }) => id),
  calls: changed(before.calls, after.calls, ({ call_id: id }) => id),
});

/** What is other for this sight than it was; what came into it or left it too. */
export function boardChanges({ before, after, agents, calls }: Step, sight: Sight): FloorChanges {
  const earlier = listsOf(before, sight);
  const lists = listsOf(after, sight);
  const isOther = (part: keyof Lists) => !isDeepStrictEqual(earlier[part], lists[part]);
  return {
    at: after.at.toISOString(),
    after: before.version,
    version: after.version,
    agents: seenOf(agents, sight.person),
    agents_gone: goneOf(agents, sight.person),
    calls: seenOf(calls, sight.thing),
    calls_gone: goneOf(calls, sight.thing),
    ...(isOther('waiting') && { waiting: lists.waiting }),
    ...(isOther('service') && { service: lists.service }),
    ...(isOther('escorts') && { escorts: lists.escorts }),
  };
}

function listsOf({ calls, escorts, waiting, service }: Floor, sight: Sight): Lists {
  const seen = new Set(calls.filter(sight.thing).map(({ call_id: id }) => id));
  return {
    waiting: waiting.filter(sight.thing),
    service: serviceLevels(service.filter(sight.thing)),
    escorts: escorts.filter(({ call_id: id }) => seen.has(id)),
  };
}

type Change<T> = { id: number; was: T | undefined; is: T | undefined };

function changed<T>(before: readonly T[], after: readonly T[], idOf: (one: T) => number): Change<T>[] {
  const known = new Map(before.map((one) => [idOf(one), one]));
  const changes: Change<T>[] = [];
  for (const is of after) {
    const id = idOf(is);
    const was = known.get(id);
    known.delete(id);
    if (!isDeepStrictEqual(was, is)) changes.push({ id, was, is });
  }
  for (const [id, was] of known) changes.push({ id, was, is: undefined });
  return changes;
}

const seenOf = <T>(changes: readonly Change<T>[], sees: (one: T) => boolean): T[] =>
  changes.flatMap(({ is }) => (is !== undefined && sees(is) ? [is] : []));

/** What was seen, and is no more. */
const goneOf = <T>(changes: readonly Change<T>[], sees: (one: T) => boolean): number[] =>
  changes.flatMap(({ id, was, is }) =>
    was !== undefined && sees(was) && (is === undefined || !sees(is)) ? [id] : [],
  );
