import {
  Activity,
  type ActivityId,
  type Agent,
  type AgentAvailability,
  type listAvailability,
  type MediaId,
  type ResponseOf,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Settings } from '#modules/settings';
import * as queue from './queue-store.ts';
import { mediaIdsOf, readRoutingRules, type RoutedKind } from './routing-pass.ts';
import { agentLoadOf } from './routing.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  settings: Settings;
  agents: Agents;
  kinds: () => RoutedKind[];
};

/** In a call, or with the work that it leaves. */
const BUSY: readonly ActivityId[] = [
  Activity.ringing,
  Activity.inCall,
  Activity.inRoomCall,
  Activity.afterCallWork,
];

/** Determines who can be given a ticket now, by the same rules as the routing. */
export function createAvailability({ db, clock, settings, agents, kinds }: Deps) {
  async function inCalls(ids: readonly number[]): Promise<ReadonlySet<number>> {
    const busy = new Set<number>();
    for (const { ring } of kinds()) for (const id of (await ring?.busy(db.q, ids)) ?? []) busy.add(id);
    return busy;
  }

  return async (viewer: Viewer): Promise<ResponseOf<typeof listAvailability>['data']> => {
    const people = await agents.listCapacities();
    const ids = people.map(({ id }) => id);
    const there = new Set((await agents.listAvailable(db.q)).map(({ id }) => id));
    const calling = await inCalls(ids);
    const { rules } = await readRoutingRules(settings, kinds(), clock.now());
    const loads = await queue.listAgentLoads(db.q, ids, mediaIdsOf(kinds().filter(({ ring }) => !ring)));
    const all = people.map((person) => {
      const counts = loads.get(person.id) ?? new Map<MediaId, number>();
      const { load } = agentLoadOf(counts, rules.weightOf);
      const isThere = there.has(person.id);
      const isCalling = calling.has(person.id) || BUSY.includes(person.user_activity_id);
      const conversations = [...counts].map(([media_id, count]) => ({ media_id, count }));
      return {
        person,
        state: stateOf({ isThere, isCalling, hasRoom: load < person.capacity }),
        load: { load, capacity: person.capacity, conversations },
      };
    });
    const free = all.filter(({ state }) => state === 'free').flatMap(({ person }) => person.department_ids);
    const { departments } = await settings.listReference();
    return {
      agents: all.map(({ person, state, load }) => ({
        id: person.id,
        state,
        load: isNear(viewer, person) ? load : null,
      })),
      departments: departments.map(({ id }) => ({ id, free: free.filter((one) => one === id).length })),
    };
  };
}

/** Whether the viewer sees what this person works on. */
const isNear = ({ id, visibility, departmentIds }: Viewer, person: Agent): boolean =>
  visibility === 'all' ||
  person.id === id ||
  person.department_ids.some((department) => departmentIds.includes(department));

type AgentSituation = { isThere: boolean; isCalling: boolean; hasRoom: boolean };

function stateOf({ isThere, isCalling, hasRoom }: AgentSituation): AgentAvailability['state'] {
  if (isCalling) return 'busy';
  if (!isThere) return 'away';
  return hasRoom ? 'free' : 'full';
}
