import {
  CHANNEL_TRAITS,
  type ActivityId,
  type AnswerChannel,
  type AutoReplyKind,
  type BodyOf,
  type Customer,
  type MediaId,
  type Message,
  type MessageExtra,
  type MessageMail,
  type MessageState,
  type replyToTicket,
  type retryMessage,
  type Ticket,
} from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { ConversationRow } from './store.ts';
import type { OfferEnd } from './tables.ts';

/**
 * What a channel does for the desk. There is one adapter per media; new ones are registered in tier 6. What the channel can do
 * is declared in `CHANNEL_TRAITS` (contract).
 */
export type Channel = {
  mediaIds: readonly MediaId[];
  /** The automatic replies that it can send; by default all in a chat, and none by e-mail or in a call. */
  autoReplies?: readonly AutoReplyKind[];
  /** The name of the recipient of a reply, where that is not the customer. */
  addressee?(q: Query, answer: Omit<Answer, 'reply'>): Promise<string | undefined>;
  /** The address to which a reply is also mailed after the conversation has ended; null for none. */
  mailedTo?(q: Query, conversation: ConversationRow): Promise<string | null>;
  /** The text of a reply on the time line, where it differs from its plain text. */
  said?(reply: Reply): string;
  /** The addresses at which a conversation with the customer can be begun, by accounts of the ticket's department. */
  findAddresses?(q: Query, whom: { ticket: Ticket; customer: Customer }): Promise<AnswerAddress[]>;
  /** Prepares a first message to that address; returns until when free replies may be sent. Call with the ticket locked. */
  prepare?(tx: Tx, to: AnswerAddress): Promise<{ open_until?: Date }>;
  /** Turns a reply into a message of this channel. Throws AppError where it cannot be sent. */
  compose?(tx: Tx, answer: Answer): Promise<Composed>;
  /**
   * Sends an outbound message that this transaction stores. Must not do anything that a rollback could not undo: enqueue
   * a job, or use `tx.afterCommit` where losing it in a crash is harmless because the customer's side fetches anew.
   */
  deliver(tx: Tx, conversation: ConversationRow, message: Message, html: string | null): Promise<void>;
  /**
   * Queues a failed message of this channel again, and returns when it was created; undefined where it belongs to another
   * channel. Refuses one that has not failed.
   */
  retry?(tx: Tx, again: RetryRequest): Promise<{ created_at: string } | undefined>;
  /** The conversation's state changed: tells the customer's side, where there is one to tell. */
  changed(tx: Tx, conversation: ConversationRow): void;
  /** For calls: an offer rings instead of being shown on the screen, and only goes to agents in these activities. */
  ring?: {
    seconds: number;
    activities: readonly ActivityId[];
    /** Which of these users are in a call or being rung. */
    busy(q: Query, userIds: readonly number[]): Promise<Set<number>>;
    start(tx: Tx, conversation: ConversationRow, userId: number): Promise<void>;
    stop(tx: Tx, conversation: ConversationRow, userId: number, reason: OfferEnd): Promise<void>;
  };
};

/** An account and an address by which a customer can be written to. */
export type AnswerAddress = Omit<AnswerChannel, 'conversation_id'>;

export type Reply = BodyOf<typeof replyToTicket>;
type Answer = {
  ticket: Ticket;
  conversation: ConversationRow;
  reply: Reply;
  /** No agent wrote it: it is not sent to recipients who must not get automatic messages, and is marked as automatic. */
  isAutomatic?: boolean;
};
/** `body` is what the time line shows; `mail` its mail fields, for example the recipients. */
export type Composed = {
  body: string;
  state: MessageState;
  mail: MessageMail | undefined;
  html: string | null;
  extra?: MessageExtra;
};

/** A message that is sent again; a mail may have other recipients than before. */
export type RetryRequest = {
  ticketId: number;
  messageId: number;
  recipients: BodyOf<typeof retryMessage>['recipients'];
};

/** Refuses templates or choices that the channel does not support. @throws AppError `invalid` */
export function demandSupported(mediaId: MediaId, { template, choices, forwards }: Reply): void {
  const { takesTemplates, choices: limits, hasRichText } = CHANNEL_TRAITS[mediaId];
  if (forwards && !hasRichText)
    throw new AppError('invalid', [{ path: 'forwards', message: 'Only e-mails can be forwarded' }]);
  if (template && !takesTemplates)
    throw new AppError('invalid', [{ path: 'template', message: 'This channel has no templates' }]);
  if (choices && (template || !limits))
    throw new AppError('invalid', [{ path: 'choices', message: 'This reply can have no choices' }]);
}
