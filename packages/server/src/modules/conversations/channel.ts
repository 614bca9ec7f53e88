import type {
  ActivityId,
  BodyOf,
  MediaId,
  Message,
  MessageMail,
  MessageState,
  replyToTicket,
  Ticket,
} from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import type { ConversationRow } from './store.ts';

/** What a channel does for the desk. One adapter per media; new ones are registered in `app.ts`. */
export type Channel = {
  mediaIds: readonly MediaId[];
  /**
   * Letters: nobody waits at the other end. They are offered to nobody in a hurry, their tickets wait in the list and
   * stay with whoever has them, and the time line is not told when such a conversation begins or ends.
   */
  isLetter?: true;
  /** What an answer is on this channel, where it is more than its text. Refuses what cannot be sent. */
  compose?(tx: Tx, answer: Answer): Promise<Composed>;
  /**
   * Sends an outbound message that this transaction stores. Must not do anything that a rollback could not undo: enqueue
   * a job, or use `tx.afterCommit` where losing it in a crash is harmless because the customer's side fetches anew.
   */
  deliver(tx: Tx, conversation: ConversationRow, message: Message, html: string | null): Promise<void>;
  /** The state of the conversation changed: whoever is on the other side may want to know. */
  changed(tx: Tx, conversation: ConversationRow): void;
  /** For calls: an offer rings instead of lying on the screen, and goes to whoever can talk. */
  ring?: {
    seconds: number;
    activities: readonly ActivityId[];
    /** Who of these rings or talks already. */
    busy(q: Query, userIds: readonly number[]): Promise<Set<number>>;
    start(tx: Tx, conversation: ConversationRow, userId: number): Promise<void>;
    stop(tx: Tx, conversation: ConversationRow, userId: number, reason: OfferEnd): Promise<void>;
  };
};

export type Reply = BodyOf<typeof replyToTicket>;
type Answer = { ticket: Ticket; conversation: ConversationRow; reply: Reply };
/** `body` is what the time line shows; `mail` what it shows beside it. */
export type Composed = {
  body: string;
  state: MessageState;
  mail: MessageMail | undefined;
  html: string | null;
};

export type OfferEnd = 'accepted' | 'declined' | 'timeout' | 'withdrawn';
