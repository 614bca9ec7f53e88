import type { Message, Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Reply } from '../channel.ts';
import type { ConversationRow } from '../store.ts';
import type { Handover } from './tables.ts';

/**
 * Something that meets what customers write before it is routed. Responders stand in an order, and each message meets one
 * after the other until one takes it: see docs/routing.md, "Before routing".
 */
export type Responder = {
  /** Under which a conversation keeps who holds it; it never changes, and no two have the same. */
  name: string;
  /**
   * Called in the transaction that stores the message, with its ticket locked: it uses the database through `tx`, and
   * nothing else. `take`: this message, and what comes after it in the conversation, is its own until it lets go.
   */
  meet(tx: Tx, turn: Turn): Promise<'pass' | 'take'>;
  /** What it does with what it has taken. One that has none of it lets everything pass, whatever it says. */
  taking?: {
    /** Milliseconds in which it has to respond, at most `MAX_BUDGET_MS`; then the conversation is handed over. */
    budgetMs: number;
    /**
     * Called once for each message, one after the other in a conversation, outside of any transaction. It changes nothing
     * itself: what it gives back is done, with its `keep`, if the conversation is still its own by then. Throwing hands over.
     */
    respond(turn: Turn, signal: AbortSignal): Promise<TurnResponse>;
  };
};

/** A message, as a responder meets it. */
export type Turn = {
  ticket: Ticket;
  conversation: ConversationRow;
  /** Null where somebody began a conversation without writing yet. */
  message: Message | null;
  /** That of what was written: what is said to it under a key made of this one is said once. */
  key: string;
  /** A case begins with it. */
  isNewCase: boolean;
  /** What was written since was handed over by a responder before this one. */
  handedOver: Handover | null;
};

/** What is said to the customer. Choices are left out where the channel has none. */
export type Saying = Pick<Reply, 'body' | 'choices'>;

type Done = {
  says?: readonly Saying[];
  /** What it stores of this, in the transaction in which it happens and after everything else; the ticket is locked. */
  keep?: (tx: Tx, turn: Turn) => Promise<void>;
};

/** What a responder wants done. */
export type TurnResponse =
  /** It is nothing for it after all: the responders after it meet the message, and then routing begins. */
  | { kind: 'pass' }
  /** It says something and holds the conversation for what comes next, for `holdMs` at most (a day, unless it is said). */
  | ({ kind: 'answer'; says: readonly Saying[]; holdMs?: number } & Omit<Done, 'says'>)
  /** Somebody has to go on: the responders after it meet the message, and routing begins. */
  | ({ kind: 'handOver'; reason: string; collected?: Handover['collected'] } & Done);

/** No responder is given longer. */
export const MAX_BUDGET_MS = 30_000;
