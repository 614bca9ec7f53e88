import {
  MESSAGE_READY_ACTIVITIES,
  type ActivityId,
  type ConversationOffer,
  type Ticket,
} from '@trunkline/contract';
import { sql } from 'kysely';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Settings } from '#modules/settings';
import { SYSTEM, type Tickets, byUser } from '#modules/tickets';
import type { Channel } from '../channel.ts';
import type { OfferEnded } from '../on-ticket-change.ts';
import type { OfferEnd } from '../tables.ts';
import { listWaitingDepartments } from './queue-store.ts';
import { findOffers, mediaIdsOf, type RoutedKind } from './routing-pass.ts';
import * as store from '../store.ts';
import type { ConversationRow } from '../store.ts';

const ROUTING_LOCK = 7_310_003;
const FAULT_REST_MS = 60_000;
type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log' | 'notices' | 'events'> & {
  settings: Settings;
  agents: Agents;
  tickets: Tickets;
  /** Tells screens and the channel that a conversation changed. */
  emitConversation: (tx: Tx, conversation: ConversationRow) => void;
  /** How conversations on that medium ring; undefined for those that do not. */
  ringOf: (conversation: Pick<ConversationRow, 'media_id'>) => Channel['ring'];
  offerEnded: OfferEnded;
  /** The kinds of conversations that are routed. */
  kinds: () => RoutedKind[];
};
type PassReason = 'declined' | 'timeout' | 'left';
const outcomeOf = (reason: PassReason): OfferEnd => (reason === 'left' ? 'withdrawn' : reason);

/** Offers waiting conversations to agents, each to one at a time, until somebody accepts. */
export function createRoutingService({
  db,
  clock,
  jobs,
  log,
  notices,
  events,
  settings,
  agents,
  tickets,
  emitConversation,
  ringOf,
  offerEnded,
  kinds,
}: Deps) {
  /** The activities in which an agent may be offered it. */
  const takenIn = (row: Pick<ConversationRow, 'media_id'>): readonly ActivityId[] =>
    ringOf(row)?.activities ?? MESSAGE_READY_ACTIVITIES;

  async function offer(
    tx: Tx,
    conversation: ConversationRow,
    userId: number,
    seconds: number,
  ): Promise<void> {
    const now = clock.now();
    const ring = ringOf(conversation);
    const expires = new Date(now.getTime() + (ring?.seconds ?? seconds) * 1000);
    const change = {
      status: 'offered',
      offered_to: userId,
      offered_at: now,
      offer_expires_at: expires,
    } as const;
    const offered = await store.updateIfUnchanged(tx.q, conversation, change);
    if (!offered) return;
    await store.insertOffer(tx.q, offered.id, userId, now);
    await agents.restartIdle(tx.q, userId);
    if (!(await hasEnded(tx.q, offered, userId)))
      await tickets.timeline.appendEvent(tx, offered.ticket_id, {
        event: { type: 'offered', user_id: userId },
        author: SYSTEM,
      });
    if (ring) await ring.start(tx, offered, userId);
    else tx.emit('conversation-offer', await toOffer(tx.q, offered), [`user:${userId}`]);
    await tx.enqueue('conversations:end-offers', {}, { runAt: expires });
    emitConversation(tx, offered);
  }

  /**
   * Whether an offer to this agent ended before in the same wait, for that reason or for any. Time lines tell only the first, because a
   * chat that nobody takes is offered again every minute; `conversation_offers` has every one.
   */
  const hasEnded = (q: Query, row: ConversationRow, userId: number, reason?: PassReason): Promise<boolean> =>
    store.hasEndedOffer(q, row, userId, reason && outcomeOf(reason));

  let plannedFor = 0;
  /** Plans the next pass for when time alone changes something: the next relaxation step, or the overflow department. */
  async function plan(tx: Tx, nextAt: number): Promise<void> {
    const isPlanned = plannedFor > clock.now().getTime() && plannedFor <= nextAt;
    if (isPlanned) return;
    await tx.enqueue('conversations:route', {}, { runAt: new Date(nextAt), key: 'route:next' });
    tx.afterCommit(() => (plannedFor = nextAt));
  }

  /** Conversations whose offer failed with an error, and until when they are skipped. */
  const faulty = new Map<number, number>();

  /** Passes of several processes run one after the other. A conversation whose offer fails is skipped, so that others go on. */
  async function route(): Promise<void> {
    // Every change of an agent starts a pass, and mostly nobody waits. Whoever comes now starts a pass of their own.
    if ((await listWaitingDepartments(db.q, mediaIdsOf(kinds()))).length === 0) return;
    const now = clock.now().getTime();
    for (const [id, until] of faulty) if (until <= now) faulty.delete(id);
    let tried: number | null = null;
    try {
      await db.transaction((tx) => offerAll(tx, (id) => (tried = id)));
    } catch (error) {
      if (tried === null) throw error;
      log.error({ err: error, conversation: tried }, 'a conversation could not be offered');
      faulty.set(tried, now + FAULT_REST_MS);
      await route();
    }
  }

  /** One routing pass: offers everything that can be offered now. */
  async function offerAll(tx: Tx, onTry: (id: number | null) => void): Promise<void> {
    const { offer_seconds: seconds } = await settings.config();
    await pause(tx);
    const situation = { kinds: kinds(), now: clock.now(), except: new Set(faulty.keys()) };
    const found = await findOffers(tx.q, { settings, agents }, situation);
    // The agents are locked and read again: who went on a break meanwhile gets nothing, who goes now waits for the lock and loses the offer.
    const held = await agents.hold(
      tx.q,
      found.offers.map(({ userId }) => userId),
    );
    for (const { row, userId } of found.offers) {
      const activity = held.get(userId);
      if (activity === undefined || !takenIn(row).includes(activity)) continue;
      onTry(row.id);
      await offer(tx, row, userId, seconds);
      onTry(null);
    }
    if (found.nextAt !== null) await plan(tx, found.nextAt);
  }

  const pause = async (tx: Tx): Promise<void> => {
    await sql`select pg_advisory_xact_lock(${ROUTING_LOCK})`.execute(tx.q);
  };

  /** Ends an offer: the conversation waits again. */
  async function pass(tx: Tx, conversation: ConversationRow, reason: PassReason): Promise<void> {
    const userId = conversation.offered_to;
    if (userId === null) return;
    const { offer_seconds: seconds } = await settings.config();
    // An agent who went offline did not decline, so they may be offered it again when they are back.
    const others = conversation.passed_over.filter((id) => id !== userId);
    const passed_over = reason === 'left' ? others : [...others, userId];
    const change = { status: 'waiting', offered_to: null, offer_expires_at: null, passed_over } as const;
    const letGo = reason === 'left' ? {} : { let_go_at: clock.now() };
    const after = await store.updateIfUnchanged(tx.q, conversation, { ...change, ...letGo });
    if (!after) return;
    if (!(await hasEnded(tx.q, conversation, userId, reason)))
      await tickets.timeline.appendEvent(tx, after.ticket_id, {
        event: { type: 'offer_missed', user_id: userId, reason },
        author: SYSTEM,
      });
    await offerEnded(tx, after, userId, outcomeOf(reason));
    // All agents may have declined it: then it is offered again after a pause.
    await tx.enqueue(
      'conversations:route',
      {},
      { runAt: new Date(clock.now().getTime() + seconds * 2000), key: `route:${after.id}` },
    );
    emitConversation(tx, after);
    tx.afterCommit(wake);
  }

  async function endOffers(): Promise<void> {
    for (const conversation of await store.listExpired(db.q, clock.now())) {
      await db.transaction((tx) => pass(tx, conversation, 'timeout'));
    }
  }

  let running: Promise<void> | null = null;
  let again = false;
  let isStopped = false;
  /** Starts a pass, because something changed that routing decides on. */
  function wake(): void {
    again = true;
    running ??= routeUntilQuiet();
  }

  async function routeUntilQuiet(): Promise<void> {
    while (again && !isStopped) {
      again = false;
      await route().catch((error: unknown) =>
        log.error({ err: error }, 'routing failed; the next pass is within a minute'),
      );
    }
    running = null;
  }

  // A crash loses wake-ups, so these jobs look for conversations that were left waiting.
  jobs.define('conversations:route', route);
  jobs.schedule('conversations:route', '* * * * *');
  jobs.define('conversations:end-offers', endOffers);
  jobs.schedule('conversations:end-offers', '* * * * *');
  notices.on('route', wake);
  notices.on('agent-here', wake);
  events.onEvent(({ name }) => {
    if (name === 'user-activity-changed' || name === 'settings-changed') wake();
  });

  async function ownOffer(tx: Tx, viewer: Viewer, id: number): Promise<ConversationRow> {
    const row = found(await store.findConversation(tx.q, id));
    if (row.status !== 'offered' || row.offered_to !== viewer.id) throw new AppError('offer_gone');
    return row;
  }

  /** The ticket becomes the viewer's; the change of assignee makes the conversation active. */
  async function accept(tx: Tx, viewer: Viewer, id: number): Promise<Ticket> {
    const seen = found(await store.findConversation(tx.q, id));
    const ticket = found(await tickets.lock(tx, seen.ticket_id));
    const row = await ownOffer(tx, viewer, id);
    // An accepted message keeps the ticket's assignee; an accepted call assigns the ticket to whoever picked up.
    const isTaken = ticket.assignee_id !== null && ticket.assignee_id !== viewer.id;
    if (isTaken && !ringOf(row)) throw new AppError('offer_gone');
    const after = await store.updateIfUnchanged(tx.q, row, {
      status: 'active',
      agent_id: viewer.id,
      offered_to: null,
      offer_expires_at: null,
      taken_at: clock.now(),
    });
    if (!after) throw new AppError('offer_gone');
    await offerEnded(tx, after, viewer.id, 'accepted');
    emitConversation(tx, after);
    return tickets.change(tx, ticket, { assignee_id: viewer.id }, byUser(viewer));
  }

  async function toOffer(q: Query, row: ConversationRow): Promise<ConversationOffer> {
    const ticket = found(await tickets.read(q, row.ticket_id));
    return {
      conversation_id: row.id,
      ticket_id: ticket.id,
      ticket_number: ticket.number,
      media_id: row.media_id,
      department_id: row.department_id,
      customer_name: ticket.customer_name,
      preview: ticket.last_message || ticket.subject,
      offered_at: row.offered_at ?? row.waiting_since,
      expires_at: row.offer_expires_at ?? row.waiting_since,
    };
  }

  return {
    wake: () => notices.send('route', null),

    /** Waits for the running pass to end; no further one starts. */
    async stop(): Promise<void> {
      isStopped = true;
      await running;
    },

    route,
    endOffers,

    /**
     * Stops routing until this transaction ends, so that whoever is free stays free. Take it before any other lock,
     * as a routing pass does.
     */
    pause,

    async listOffers(viewer: Viewer): Promise<ConversationOffer[]> {
      const rows = (await store.listOfferedTo(db.q, viewer.id)).filter((row) => !ringOf(row));
      return Promise.all(rows.map((row) => toOffer(db.q, row)));
    },

    accept: (viewer: Viewer, id: number): Promise<Ticket> => db.transaction((tx) => accept(tx, viewer, id)),
    acceptIn: accept,

    decline: (viewer: Viewer, id: number): Promise<void> =>
      db.transaction(async (tx) => pass(tx, await ownOffer(tx, viewer, id), 'declined')),

    /** Ends the offers of agents who went offline, and those that their new activity does not take. */
    async withdrawFrom(userId: number, activity?: ActivityId): Promise<void> {
      // Mostly they have no offer. One that is being made holds their activity, so that it is there before they change it.
      if ((await store.listOfferedTo(db.q, userId)).length === 0) return;
      await db.transaction(async (tx) => {
        for (const row of await store.listOfferedTo(tx.q, userId)) {
          const isKept = activity !== undefined && takenIn(row).includes(activity);
          if (!isKept) await pass(tx, row, 'left');
        }
      });
    },
  };
}
