import type { Message, Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Reply } from '../channel.ts';
import type { ConversationRow } from '../store.ts';
import type { Handover } from './tables.ts';

/**
 * Sees what customers write before it is routed. Responders have an order, and each message is passed from one to the next
 * until one takes it: see docs/routing.md, “Before routing”.
 */
export type Responder = {
  /** Stored with the conversations that it holds; must never change, and no two responders may have the same. */
  name: string;
  /**
   * Called in the transaction that stores the message, with its ticket locked: may use the database by `tx`, and nothing else.
   * `take`: this message, and those that follow in the conversation, are its own until it releases the conversation.
   */
  meet(tx: Tx, turn: ResponderTurn): Promise<'pass' | 'take'>;
  /** How it responds to messages that it took. A responder without this never takes a message, whatever `meet` returns. */
  holding?: {
    /** Milliseconds to respond, at most `RESPONDER_BUDGET_MAX_MS`; after that the conversation is handed over. */
    budgetMs: number;
    /**
     * Called once per message, in order within a conversation, outside of any transaction. It must not change anything itself:
     * its response is carried out, with its `keep`, if it still holds the conversation by then. An error hands over.
     */
    respond(turn: ResponderTurn, signal: AbortSignal): Promise<TurnResponse>;
  };
};

/** A message as a responder gets it. */
export type ResponderTurn = {
  ticket: Ticket;
  conversation: ConversationRow;
  /** Null where somebody began a conversation without writing yet. */
  message: Message | null;
  /** The key of the message: replies whose keys are derived from it are sent once. */
  key: string;
  /** Whether a ticket begins with it. */
  isNewCase: boolean;
  /** Set where another responder has handed the conversation over since. */
  handedOver: Handover | null;
};

/** A message to the customer. Choices are left out where the channel has none. */
export type ResponderReply = Pick<Reply, 'body' | 'choices'>;

type Done = {
  says?: readonly ResponderReply[];
  /** Stores what the responder wants to keep, last in the transaction that carries out the response; the ticket is locked. */
  keep?: (tx: Tx, turn: ResponderTurn) => Promise<void>;
};

/** What a responder wants done. */
export type TurnResponse =
  /** It does not want the message after all: the responders after it get it, and then routing begins. */
  | { kind: 'pass' }
  /** Sends messages and keeps the conversation for the next message, at most `holdMs` (default: a day). */
  | ({ kind: 'answer'; says: readonly ResponderReply[]; holdMs?: number } & Omit<Done, 'says'>)
  /** An agent must go on: the responders after it get the message, and routing begins. */
  | ({ kind: 'handOver'; reason: string; collected?: Handover['collected'] } & Done);

/** The longest budget that a responder may have. */
export const RESPONDER_BUDGET_MAX_MS = 30_000;
