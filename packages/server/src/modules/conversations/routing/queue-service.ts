import type { MediaId, OwnQueue, Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Settings } from '#modules/settings';
import { byUser, type Tickets } from '#modules/tickets';
import * as queue from './queue-store.ts';
import { mediaIdsOf, readRoutingRules, type RoutedKind } from './routing-pass.ts';
import { ownQueueOf } from './own-queue.ts';
import { agentLoadOf } from './routing.ts';
import * as store from '../store.ts';
import { waitsForAgent } from '../waiting.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  settings: Settings;
  agents: Agents;
  tickets: Tickets;
  kinds: () => RoutedKind[];
  /** Stops routing until this transaction ends. */
  pause: (tx: Tx) => Promise<void>;
  accept: (tx: Tx, viewer: Viewer, id: number) => Promise<Ticket>;
};

/** Taking by hand, an agent may go up to this many times their capacity. */
const BY_HAND = 2;
/** The expected wait is calculated from waits of this period. */
const LATELY_MS = 2 * 3_600_000;

/** Reads positions in the queue and takes from it by hand; offering is the routing service's. */
export function createQueue({ db, clock, settings, agents, tickets, kinds, pause, accept }: Deps) {
  async function demandHandsFree(tx: Tx, viewer: Viewer): Promise<void> {
    const { rules } = await readRoutingRules(settings, kinds(), clock.now());
    const loads = await queue.listAgentLoads(tx.q, [viewer.id], messages());
    const { load } = agentLoadOf(loads.get(viewer.id) ?? new Map(), rules.weightOf);
    const most = BY_HAND * Math.max(1, await agents.capacityOf(tx.q, viewer.id));
    if (load >= most) throw new AppError('hands_full');
  }

  async function takeNext(tx: Tx, viewer: Viewer, key: string): Promise<Ticket | null> {
    await pause(tx);
    const known = await store.findTakenByKey(tx.q, viewer.id, key);
    if (known) return found(await tickets.read(tx.q, known.ticket_id));
    const offered = await store.listOfferedTo(tx.q, viewer.id);
    const own = offered.find((row) => messages().includes(row.media_id));
    const next = own ?? (await findFirst(tx, viewer));
    if (!next) return null;
    const ticket = own ? await accept(tx, viewer, own.id) : await assignToViewer(tx, viewer, next);
    // The customer left, or a colleague took the ticket, while we waited for its lock: try the next one.
    if (!ticket) return takeNext(tx, viewer, key);
    await store.setTakenKey(tx.q, next.id, key);
    return ticket;
  }

  const messages = (): MediaId[] => mediaIdsOf(kinds().filter(({ ring }) => !ring));

  async function findFirst(tx: Tx, viewer: Viewer): Promise<store.ConversationRow | undefined> {
    await demandHandsFree(tx, viewer);
    const { queueRules } = await readRoutingRules(settings, kinds(), clock.now());
    const where = { departmentIds: viewer.departmentIds, mediaIds: messages() };
    const [first] = await queue.listWaiting(tx.q, where, queueRules, { after: undefined, limit: 1 });
    return first;
  }

  /** Assigns the ticket, as when it is taken on the desk; that makes the conversation active. */
  async function assignToViewer(tx: Tx, viewer: Viewer, { id, ticket_id }: store.ConversationRow) {
    const ticket = found(await tickets.lock(tx, ticket_id));
    const row = await store.lockConversation(tx.q, id);
    if (row?.status !== 'waiting' || ticket.assignee_id !== null) return undefined;
    return tickets.change(tx, ticket, { assignee_id: viewer.id }, byUser(viewer));
  }

  return {
    takeNext: (viewer: Viewer, key: string): Promise<Ticket | null> =>
      db.transaction((tx) => takeNext(tx, viewer, key)),

    /** What each of these agents is told of their queues; read in a few queries however many there are. */
    async ownQueues(viewers: readonly Viewer[]): Promise<Map<number, OwnQueue>> {
      const { rules } = await readRoutingRules(settings, kinds(), clock.now());
      const ids = viewers.map(({ id }) => id);
      const [waiting, overflows, loads, offers, people] = await Promise.all([
        queue.countWaiting(db.q, mediaIdsOf(kinds())),
        settings.routing.overflows(db.q),
        queue.listAgentLoads(db.q, ids, messages()),
        queue.listOffers(db.q, ids, messages()),
        agents.listCapacities(),
      ]);
      const known = new Map(people.map((person) => [person.id, person]));
      const queues = { waiting, overflows, weightOf: rules.weightOf };
      const own = ({ id, departmentIds }: Viewer): [number, OwnQueue][] => {
        const person = known.get(id);
        if (!person) return [];
        const { user_activity_id: activity, capacity } = person;
        const has = { counts: loads.get(id) ?? new Map(), offered: offers.get(id) ?? new Map() };
        return [[id, ownQueueOf({ departmentIds, activity, capacity, ...has }, queues)]];
      };
      return new Map(viewers.flatMap(own));
    },

    /** Positions and expected wait for a whole department and medium, read in one query however many wait. */
    async listWaits(departmentId: number, mediaId: MediaId) {
      const places = (await positions(departmentId)).filter((place) => place.media_id === mediaId);
      if (places.length === 0) return [];
      const wait = await expectedWait(departmentId, mediaId);
      return places.map(({ address, position }) => ({ address, position, expected_wait: wait }));
    },

    /** Position in the queue and expected wait; null where they do not wait, or too little is known. */
    async waitOf(
      row:
        | Pick<store.ConversationRow, 'id' | 'status' | 'department_id' | 'media_id' | 'held_by'>
        | undefined,
    ): Promise<{ position: number | null; expected_wait: number | null }> {
      if (!row || !waitsForAgent(row)) return { position: null, expected_wait: null };
      const { id, department_id: departmentId, media_id: mediaId } = row;
      const places = await positions(departmentId);
      return {
        position: places.find((place) => place.id === id)?.position ?? null,
        expected_wait: await expectedWait(departmentId, mediaId),
      };
    },
  };

  async function positions(departmentId: number) {
    const { queueRules } = await readRoutingRules(settings, kinds(), clock.now());
    return queue.listQueuePositions(db.q, departmentId, mediaIdsOf(kinds()), queueRules.prioritySeconds);
  }

  /** Media that are routed together share one queue, so their waits count together. */
  async function expectedWait(departmentId: number, mediaId: MediaId): Promise<number | null> {
    const alike = kinds().find(({ mediaIds }) => mediaIds.includes(mediaId));
    const now = clock.now();
    const since = new Date(now.getTime() - LATELY_MS);
    return queue.readExpectedWait(db.q, { departmentId, mediaIds: alike?.mediaIds ?? [] }, { since, now });
  }
}
