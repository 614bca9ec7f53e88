import type {
  ActivityId,
  AnswerChannel,
  AutoReplyAccount,
  BodyOf,
  Conversation,
  ConversationOffer,
  getTicket,
  listAvailability,
  MediaId,
  Message,
  NotificationCounters,
  OwnQueue,
  replyToTicket,
  ResponseOf,
  retryMessage,
  RuleSkipReason,
  runMacro,
  Ticket,
  TicketEvent,
  updateAutoReplies,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import type { Author } from '#modules/tickets';
import type { Blocking } from './blocking/blocking-service.ts';
import type { Channel, Reply } from './channel.ts';
import type { InboundMessage } from './inbound.ts';
import type { Responders } from './responders/service.ts';
import type { ScheduledReplies } from './scheduled/service.ts';
import type { ConversationRow } from './store.ts';
import type { Sender, ConversationThread } from './threads-service.ts';

type CustomerAddress = { accountId: number; address: string };
type OfTicket = Pick<
  ResponseOf<typeof getTicket>['data'],
  'conversations' | 'answers_on' | 'other_customers' | 'mailed_to' | 'scheduled'
>;
type QueueWait = {
  /** Position in the queue, from 1; null when not in the queue. */
  position: number | null;
  /** In seconds; null where too few were taken lately for an estimate. */
  expected_wait: number | null;
};

/**
 * Offers waiting conversations to agents. A routing pass looks at everything that waits; events start one, and so does a job
 * every minute, so that a lost event only causes a delay.
 */
type ConversationRouting = {
  /** Starts a routing pass soon, in the process that does the routing. */
  wake(): void;
  /** One routing pass, now. */
  route(): Promise<void>;
  /** Ends offers that were not accepted in time; the conversations go to the next agent. */
  endOffers(): Promise<void>;
  /** Stops routing until this transaction ends, so that agents who are free stay free. Call before taking any other lock. */
  pause(tx: Tx): Promise<void>;
  /** Conversations that are offered to this user; calls are not among them, since they ring. */
  listOffers(viewer: Viewer): Promise<ConversationOffer[]>;
  /** Accepts the offer. @throws AppError `offer_gone` if it is no longer offered to the viewer */
  accept(viewer: Viewer, id: number): Promise<Ticket>;
  acceptIn(tx: Tx, viewer: Viewer, id: number): Promise<Ticket>;
  /** Passes it to the next agent. @throws AppError `offer_gone` if it is no longer offered to the viewer */
  decline(viewer: Viewer, id: number): Promise<void>;
  /** Ends the offers of a user who left, or those that their new activity does not take. */
  withdrawFrom(userId: number, activity?: ActivityId): Promise<void>;
  /**
   * Gives the viewer the conversation that is first in the queue; null when none waits. The same key returns the same ticket.
   */
  takeNext(viewer: Viewer, key: string): Promise<Ticket | null>;
  /** For each of these agents: how many conversations wait in their queues, their load, and why they get no offers. */
  ownQueues(viewers: readonly Viewer[]): Promise<Map<number, OwnQueue>>;
  /** Positions and expected waits of all who wait in a department on a medium, in one query. */
  listWaits(
    departmentId: number,
    mediaId: MediaId,
  ): Promise<{ address: string; position: number; expected_wait: number | null }[]>;
  waitOf(
    row: Pick<ConversationRow, 'id' | 'status' | 'department_id' | 'media_id' | 'held_by'> | undefined,
  ): Promise<QueueWait>;
  /** Who can be given a ticket now, with their load as far as the viewer sees their work. */
  availability(viewer: Viewer): Promise<ResponseOf<typeof listAvailability>['data']>;
  /** Whether an agent is there to whom something of that department can be offered. */
  isStaffed(departmentId: number): Promise<boolean>;
};

/**
 * Incoming messages and conversations, for the adapters of channels. Call with the sender locked, so that two first messages at
 * the same moment open one conversation. The same `clientKey` returns the message that was stored first.
 */
type ConversationInbound = {
  /** Starts or continues a conversation; the first message may come with it. */
  begin(tx: Tx, sender: Sender, first: InboundMessage | null): Promise<ConversationThread>;
  /** Stores a message: on the sender's open conversation, on a ticket that is continued, or on a new one. */
  receive(tx: Tx, sender: Sender, incoming: InboundMessage): Promise<Message>;
  /** Stores an e-mail: on the given ticket, or on a new one if none is given or that one cannot be reopened any more. */
  receiveOnTicket(
    tx: Tx,
    sender: Sender,
    incoming: InboundMessage,
    ticketId: number | null,
  ): Promise<Message>;
  /** A message that wakes nobody: where its sender wrote last, or on a new ticket, which is solved. */
  receiveQuietly(tx: Tx, sender: Sender, incoming: InboundMessage): Promise<Message>;
  /**
   * A reply that was written in the provider's own inbox: added to the ticket like one from here, without notifying anybody.
   */
  recordExternalReply(
    tx: Tx,
    sender: Sender,
    said: Pick<InboundMessage, 'body' | 'clientKey' | 'extra'> & { author: Author },
  ): Promise<Message>;
  /** A message left while nobody was online: on the given ticket, or on a new one that routing does not offer. */
  leaveMessage(tx: Tx, sender: Sender, incoming: InboundMessage, on?: Ticket): Promise<void>;
  /** Makes it possible to reply in writing to a ticket that began with a call. */
  leaveAddress(tx: Tx, sender: Sender, ticket: Ticket): Promise<void>;
  /** The customer ends it; the ticket keeps its assignee. `event` is what the time line shows; null for nothing. */
  end(tx: Tx, conversation: ConversationRow, author: Author, event?: TicketEvent | null): Promise<void>;
  /** Begins a conversation from our side: active with its agent, or offered once to each free agent. */
  attach(
    tx: Tx,
    ticket: Ticket,
    own: { accountId: number; media_id: MediaId; address: string; agent_id: number | null },
  ): Promise<ConversationRow>;
  /** Makes another agent, who is in the call already, the agent of its conversation. Call with the conversation locked. */
  handOver(tx: Tx, conversation: ConversationRow, agentId: number): Promise<void>;
  /**
   * Puts a call back into the queue of a department; the agents in `passedOver` are offered it last. Call with the conversation
   * locked.
   */
  requeue(
    tx: Tx,
    conversation: ConversationRow,
    to: { departmentId: number; passedOver: number[] },
  ): Promise<void>;
  /** Notes until when free replies may be sent to this address. */
  extendOpen(tx: Tx, whose: CustomerAddress, until: Date): Promise<void>;
  /**
   * Notes since when an address wants no more messages; null: it wants them again. Conversations with it end, since nothing can
   * be sent in them, and its messages wait for no reply.
   */
  setRefusal(tx: Tx, whose: CustomerAddress, since: Date | null): Promise<void>;
};

/** Messages of agents, macros and rules to customers. */
type ConversationAnswers = {
  /**
   * Replies on the given conversation, else where the customer wrote last; replying to an unassigned ticket assigns it. @throws
   * AppError `conflict` without a conversation; `already_sent` where the key belongs to another reply
   */
  reply(viewer: Viewer, ticketId: number, body: BodyOf<typeof replyToTicket>): Promise<Message>;
  /** The same for a text that the server writes: one reply per key, even if the text would differ by now. */
  replyIn(tx: Tx, viewer: Viewer, ticketId: number, body: Reply): Promise<Message>;
  /** Where the ticket's customer can be written to first, e-mail before the others. */
  listAnswerChannels(viewer: Viewer, ticketId: number): Promise<AnswerChannel[]>;
  /** Begins a conversation there, without sending anything; one that has begun is given again. @throws AppError `invalid_reference` */
  startConversation(viewer: Viewer, ticketId: number, accountId: number): Promise<Conversation>;
  /** Sends a failed message again, once per key. @throws AppError `not_found`; `conflict` where it has not failed */
  retry(
    viewer: Viewer,
    which: { id: number; messageId: number },
    wanted: BodyOf<typeof retryMessage>,
  ): Promise<Message>;
  /** Runs a macro, once per key. @throws AppError `stale` where the version is not the latest */
  runMacro(
    viewer: Viewer,
    id: number,
    wanted: BodyOf<typeof runMacro>,
  ): Promise<ResponseOf<typeof runMacro>['data']>;
  /** Undoes a macro within a day, if nobody has changed the ticket since. @throws AppError `conflict`, `stale` */
  undoMacro(viewer: Viewer, runId: number): Promise<Ticket>;
  /** The note of a rule with its variables filled in. */
  noteOfRule(q: Query, ticket: Ticket, note: string): Promise<string>;
  /** Sends a rule's message to the customer; call with the ticket locked. Returns the reason where nothing was sent. */
  answerByRule(
    tx: Tx,
    ticket: Ticket,
    said: { text: string; key: string },
  ): Promise<RuleSkipReason | undefined>;
  autoReplies: {
    list(): Promise<AutoReplyAccount[]>;
    /** @throws AppError `stale` where the version is not the latest */
    update(
      viewer: Viewer,
      accountId: number,
      body: BodyOf<typeof updateAutoReplies>,
    ): Promise<AutoReplyAccount>;
    /** Sends the replies that are due; a job runs it every minute. */
    recoverPending(): Promise<void>;
  };
};

/** Reading conversations. */
type ConversationReading = {
  find(id: number): Promise<ConversationRow | undefined>;
  /** Locks the conversation. Code that locks several keeps the order ticket, conversation, call. */
  lock(tx: Tx, id: number): Promise<ConversationRow | undefined>;
  /** The conversations of a ticket, and the one on which a reply would go. */
  ofTicket(q: Query, ticketId: number): Promise<OfTicket>;
  /** The conversations of an address on an account, newest first. */
  ofAddress(accountId: number, address: string): Promise<ConversationRow[]>;
  /**
   * The conversation on which replies to this ticket go out, or the one that is named (`conflict`: it is not on this ticket);
   * undefined where there were only calls.
   */
  writtenOn(q: Query, ticketId: number, named?: number): Promise<ConversationRow | undefined>;
  /** Whether it ended because its ticket was solved, so that the customer's next message reopens both. */
  canBeReopened(row: ConversationRow): Promise<boolean>;
  isOnAccount(q: Query, accountId: number): Promise<boolean>;
  /** The accounts on which this user has a conversation that has not ended. */
  accountsOfAgent(q: Query, userId: number): Promise<number[]>;
  /** How many of this user's tickets have unread messages, for the top bar. */
  counters(viewer: Viewer): Promise<NotificationCounters>;
};

/** Conversations with customers, whatever the channel; channels and responders register themselves here. */
export type Conversations = ConversationRouting &
  ConversationInbound &
  ConversationAnswers &
  ConversationReading & {
    responders: Responders;
    /** Whose messages and calls are refused. */
    blocking: Blocking;
    /** Replies that go out later. */
    scheduled: Pick<
      ScheduledReplies,
      'schedule' | 'scheduleIn' | 'findReply' | 'move' | 'cancel' | 'restore' | 'recoverPending'
    >;
    /** Registers the adapter of a medium; called when the server is set up. */
    register(channel: Channel): void;
    /** Stops routing and responders; what is under way is finished. */
    stop(): Promise<void>;
  };
