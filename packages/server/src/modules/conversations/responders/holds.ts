import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { ConversationRow } from '../store.ts';
import type { Responder, ResponderTurn } from './responder.ts';
import type { Handover, HandoverReason } from './tables.ts';
import * as store from './turn-store.ts';

type Deps = Pick<Platform, 'clock'> & {
  /** Tells screens and the channel that a conversation changed. */
  emitConversation: (tx: Tx, row: ConversationRow) => void;
  /** Starts a routing pass. */
  route: () => void;
  /** Has the responder answer what waits for it in that conversation. */
  respond: (conversationId: number) => void;
};
/** A responder that can take messages. */
export type HoldingResponder = Responder & Required<Pick<Responder, 'holding'>>;

/** Which responder has a conversation, and until when. Everything here is called in a transaction that has locked the ticket. */
export type ResponderHolds = {
  /** The responder takes the message and holds the conversation; false if it was offered to an agent meanwhile. */
  hold(tx: Tx, responder: HoldingResponder, turn: ResponderTurn): Promise<boolean>;
  /** Adds another message for the responder that holds the conversation. */
  add(tx: Tx, responder: HoldingResponder, turn: ResponderTurn): Promise<void>;
  /** It has answered, and keeps the conversation for the customer's next message, at most `holdMs`. */
  keepHolding(tx: Tx, responder: HoldingResponder, held: { id: number; holdMs: number }): Promise<void>;
  /** Ends the hold without starting routing. */
  release(tx: Tx, row: ConversationRow): Promise<ConversationRow>;
  /** Ends the hold and starts routing. Messages that still wait for a response are dropped when their turn comes. */
  handOver(
    tx: Tx,
    row: ConversationRow,
    reason: HandoverReason,
    collected?: Handover['collected'],
  ): Promise<ConversationRow>;
};

/** Added to a responder's time budget before a conversation is handed over, so that its response can be stored and sent. */
const GRACE_MS = 5000;
export const END_HOLDS_JOB = 'conversations:end-holds';

export function createResponderHolds({ clock, emitConversation, route, respond }: Deps): ResponderHolds {
  const later = (ms: number): Date => new Date(clock.now().getTime() + ms);

  const planEnd = (tx: Tx, id: number, until: Date): Promise<void> =>
    tx.enqueue(END_HOLDS_JOB, {}, { runAt: until, key: `hold:${id}` });

  async function expectBy(tx: Tx, id: number, until: Date): Promise<void> {
    await store.setDeadline(tx.q, id, until);
    await planEnd(tx, id, until);
  }

  const expectAnswer = (tx: Tx, { holding }: HoldingResponder, id: number): Promise<void> =>
    expectBy(tx, id, later(holding.budgetMs + GRACE_MS));

  async function queueTurn(tx: Tx, { name }: HoldingResponder, turn: ResponderTurn): Promise<void> {
    const { conversation, message, key, isNewCase } = turn;
    const row = {
      conversation_id: conversation.id,
      key,
      is_new_case: isNewCase,
      message_id: message?.id ?? null,
      message_at: message?.created_at ?? null,
    };
    await store.assignTurn(tx.q, name, row, clock.now());
    tx.afterCommit(() => respond(conversation.id));
  }

  return {
    async hold(tx, responder, turn) {
      const { id } = turn.conversation;
      const until = later(responder.holding.budgetMs + GRACE_MS);
      if (!(await store.holdIfWaiting(tx.q, id, { by: responder.name, until }))) return false;
      await queueTurn(tx, responder, turn);
      await planEnd(tx, id, until);
      return true;
    },

    async add(tx, responder, turn) {
      const isFirst = !(await store.hasQueued(tx.q, turn.conversation.id));
      await queueTurn(tx, responder, turn);
      // Further messages do not move the deadline.
      if (isFirst) await expectAnswer(tx, responder, turn.conversation.id);
    },

    async keepHolding(tx, responder, { id, holdMs }) {
      if (await store.hasQueued(tx.q, id)) await expectAnswer(tx, responder, id);
      else await expectBy(tx, id, later(holdMs));
    },

    release: (tx, { id }) => store.releaseHold(tx.q, id),

    async handOver(tx, { id, held_by: by }, reason, collected = []) {
      const handover = { by: by ?? '', reason, collected };
      const after = await store.handOverToAgent(tx.q, id, { handover, now: clock.now() });
      emitConversation(tx, after);
      tx.afterCommit(route);
      tx.afterCommit(() => respond(id));
      return after;
    },
  };
}
