import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Tickets } from '#modules/tickets';
import type { SendAutomatic } from '../automatic-message.ts';
import * as conversations from '../store.ts';
import type { ConversationRow } from '../store.ts';
import { createResponderTurns } from './responder-turns-service.ts';
import { createResponderHolds, END_HOLDS_JOB } from './holds.ts';
import { createResponderChain, demandRegistrable, isHoldingResponder } from './responder-chain.ts';
import type { Responder, ResponderTurn } from './responder.ts';
import * as store from './turn-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs'> & {
  tickets: Pick<Tickets, 'lock' | 'read' | 'timeline'>;
  send: SendAutomatic;
  isCall: (row: ConversationRow) => boolean;
  /** Tells screens and the channel that a conversation changed. */
  emitConversation: (tx: Tx, row: ConversationRow) => void;
  /** Starts a routing pass. */
  route: () => void;
  /** The responder that is always last: the automatic replies. */
  last: Responder;
};

/** Passes inbound messages to responders before they are routed. */
export type Responders = {
  /** Adds a responder after the others, but before the automatic replies. Call it when the server is set up. */
  register(responder: Responder): void;
  /** A customer wrote, or opened a chat: once per message. Call with the ticket locked, after the message was stored. */
  meet(tx: Tx, turn: Omit<ResponderTurn, 'handedOver'>): Promise<void>;
  /** An agent has answered elsewhere: ends the hold of a responder, if there is one. Call with the ticket locked. */
  takeOver(tx: Tx, conversation: ConversationRow): Promise<void>;
  /** Hands over conversations whose hold has expired, or whose responder is not registered. A job runs it. */
  endHolds(): Promise<void>;
  /** Continues with turns that a crash left. A job runs it every minute. */
  recoverPending(): Promise<void>;
  stop(): Promise<void>;
};

/** How long turns are kept for looking them up. */
const KEPT_MS = 7 * 86_400_000;

export function createResponders(deps: Deps): Responders {
  const { db, clock, log, jobs, tickets, last } = deps;
  const registered: Responder[] = [];
  const all = (): readonly Responder[] => [...registered, last];
  const holds = createResponderHolds({ ...deps, respond: (id) => answering.wake(id) });
  const meeting = createResponderChain({ ...deps, all, holds });
  const answering = createResponderTurns({ ...deps, holds, meeting });

  async function endHold(id: number, ticketId: number): Promise<void> {
    await db.transaction(async (tx) => {
      await tickets.lock(tx, ticketId);
      const row = await conversations.lockConversation(tx.q, id);
      if (!row?.held_by || row.held_until === null) return;
      if (!meeting.findHolder(row.held_by)) return void (await holds.handOver(tx, row, 'unregistered'));
      if (Date.parse(row.held_until) > clock.now().getTime()) return;
      const isLate = await store.hasQueued(tx.q, id);
      await holds.handOver(tx, row, isLate ? 'timeout' : 'silent');
    });
  }

  async function endHolds(): Promise<void> {
    const names = all()
      .filter(isHoldingResponder)
      .map(({ name }) => name);
    for (const { id, ticket_id: ticketId } of await store.listExpiredTurns(db.q, { now: clock.now(), names }))
      await endHold(id, ticketId).catch((error: unknown) =>
        log.error({ err: error, conversation: id }, 'a conversation could not be handed over'),
      );
  }

  jobs.define(END_HOLDS_JOB, endHolds);
  // A crash loses no deadline, since they are in the database.
  jobs.schedule(END_HOLDS_JOB, '* * * * *');
  jobs.define('conversations:forget-turns', () =>
    store.removeDoneTurns(db.q, new Date(clock.now().getTime() - KEPT_MS)),
  );
  jobs.schedule('conversations:forget-turns', '43 3 * * *');

  return {
    register(responder) {
      demandRegistrable(responder, all());
      registered.push(responder);
    },
    meet: (tx, turn) => meeting.meet(tx, { ...turn, handedOver: null }),
    async takeOver(tx, conversation) {
      if (conversation.held_by !== null) await holds.handOver(tx, conversation, 'taken');
    },
    endHolds,
    recoverPending: answering.recoverPending,
    stop: answering.stop,
  };
}
