import type {
  ActivityId,
  AutoReplyKind,
  BodyOf,
  MediaId,
  Message,
  MessageExtra,
  MessageMail,
  MessageState,
  replyToTicket,
  retryMessage,
  Ticket,
} from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import type { ConversationRow } from './store.ts';
import type { OfferEnd } from './tables.ts';

/**
 * What a channel does for the desk. One adapter per media; new ones are registered in tier 6. What can be done on it at all
 * stands in `CHANNEL_TRAITS` (contract).
 */
export type Channel = {
  mediaIds: readonly MediaId[];
  /** What may be said on it by itself; where it says nothing of it: everything in a chat, nothing by letter or in a call. */
  autoReplies?: readonly AutoReplyKind[];
  /** Whom an answer goes to, by name, where that is somebody else than the customer. */
  addressee?(q: Query, answer: Omit<Answer, 'reply'>): Promise<string | undefined>;
  /** Where an answer goes by mail as well once the conversation has ended; null where it does not. */
  mailedTo?(q: Query, conversation: ConversationRow): Promise<string | null>;
  /** What an answer says, as the time line shows it, where that is not its plain text. */
  said?(reply: Reply): string;
  /** What an answer is on this channel, where it is more than its text. Refuses what cannot be sent. */
  compose?(tx: Tx, answer: Answer): Promise<Composed>;
  /**
   * Sends an outbound message that this transaction stores. Must not do anything that a rollback could not undo: enqueue
   * a job, or use `tx.afterCommit` where losing it in a crash is harmless because the customer's side fetches anew.
   */
  deliver(tx: Tx, conversation: ConversationRow, message: Message, html: string | null): Promise<void>;
  /**
   * Queues one of its messages again that has failed, and tells when that was made; undefined where it is none of its.
   * Refuses one that has not failed.
   */
  retry?(tx: Tx, again: RetryRequest): Promise<{ created_at: string } | undefined>;
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
type Answer = {
  ticket: Ticket;
  conversation: ConversationRow;
  reply: Reply;
  /** Nobody wrote it: it goes to nobody who should not have such, and says of itself what it is. */
  isAutomatic?: boolean;
};
/** `body` is what the time line shows; `mail` what it shows beside it. */
export type Composed = {
  body: string;
  state: MessageState;
  mail: MessageMail | undefined;
  html: string | null;
  extra?: MessageExtra;
};

/** A message that is sent again, of mails perhaps to others than before. */
export type RetryRequest = {
  ticketId: number;
  messageId: number;
  recipients: BodyOf<typeof retryMessage>['recipients'];
};
