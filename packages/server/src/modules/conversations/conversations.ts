import type {
  ActivityId,
  AutoReplyAccount,
  BodyOf,
  ConversationOffer,
  getTicket,
  MediaId,
  Message,
  NotificationCounters,
  replyToTicket,
  ResponseOf,
  retryMessage,
  RuleReason,
  runMacro,
  Ticket,
  TicketEvent,
  updateAutoReplies,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import type { Author } from '#modules/tickets';
import type { Channel, Reply } from './channel.ts';
import type { Incoming } from './inbound.ts';
import type { Responders } from './responders/service.ts';
import type { ConversationRow } from './store.ts';
import type { Sender, Thread } from './threads-service.ts';

type Whose = { accountId: number; address: string };
type OfTicket = Pick<ResponseOf<typeof getTicket>['data'], 'conversations' | 'answers_on' | 'mailed_to'>;
type Waits = {
  /** Their place among those who wait, from 1; null: they do not. */
  position: number | null;
  /** In seconds; null where too few were taken lately to tell. */
  expected_wait: number | null;
};

/**
 * Offering what waits to people. A routing pass finds everything that waits; it is woken by what happens, and by a job every
 * minute, so that a lost word delays and loses nothing.
 */
type ConversationRouting = {
  /** Has a routing pass look soon, in whichever process does the routing. */
  wake(): void;
  /** One routing pass, now. */
  route(): Promise<void>;
  /** Passes on what was offered and not taken in time. */
  endOffers(): Promise<void>;
  /** Until this transaction ends nobody is offered anything: who it finds free stays free. Called before any other lock. */
  pause(tx: Tx): Promise<void>;
  /** What is offered to this person; of calls their ringing tells. */
  listOffers(viewer: Viewer): Promise<ConversationOffer[]>;
  /** The ticket becomes theirs. `offer_gone`: it is offered to them no more, or the ticket is somebody else's. */
  accept(viewer: Viewer, id: number): Promise<Ticket>;
  acceptIn(tx: Tx, viewer: Viewer, id: number): Promise<Ticket>;
  /** It goes on to the next. `offer_gone`: it has done so already. */
  decline(viewer: Viewer, id: number): Promise<void>;
  /** Whoever has left keeps no offer, and who does something else only what may be offered in that. */
  withdrawFrom(userId: number, activity?: ActivityId): Promise<void>;
  /** The one that has waited longest, for whoever takes by themselves; null: nothing waits. The same key gives the same. */
  takeNext(viewer: Viewer, key: string): Promise<Ticket | null>;
  /** All who wait in a department on a medium, and how long each may: asked once, however many they are. */
  listWaits(
    departmentId: number,
    mediaId: MediaId,
  ): Promise<{ address: string; position: number; expected_wait: number | null }[]>;
  waitOf(
    row: Pick<ConversationRow, 'id' | 'status' | 'department_id' | 'media_id' | 'held_by'> | undefined,
  ): Promise<Waits>;
  /** Is somebody there to whom something of that department could be offered? */
  isStaffed(departmentId: number): Promise<boolean>;
};

/**
 * What customers write and begin, for the adapters of channels. Called with the sender locked, so that two first messages
 * at the same moment open one conversation. The same `clientKey` again gives the message of then.
 */
type ConversationInbound = {
  /** Starts or continues a conversation; the first message may come with it. */
  begin(tx: Tx, sender: Sender, first: Incoming | null): Promise<Thread>;
  /** A message: on the sender's open conversation, or on a case that goes on, or on a new one. */
  receive(tx: Tx, sender: Sender, incoming: Incoming): Promise<Message>;
  /** An e-mail: on the case that it names, or on a new one where it names none or that is over. */
  receiveOnTicket(tx: Tx, sender: Sender, incoming: Incoming, ticketId: number | null): Promise<Message>;
  /** What somebody of ours wrote to them elsewhere: it stands on their case like an answer from here, and wakes nobody. */
  recordExternalReply(
    tx: Tx,
    sender: Sender,
    said: Pick<Incoming, 'body' | 'clientKey' | 'extra'> & { author: Author },
  ): Promise<Message>;
  /** A message left while nobody was there: on the ticket that is given, or on one that is offered to nobody in a hurry. */
  leaveMessage(tx: Tx, sender: Sender, incoming: Incoming, on?: Ticket): Promise<void>;
  /** Lets a ticket that came by a call be answered in writing: where the customer reads. */
  leaveAddress(tx: Tx, sender: Sender, ticket: Ticket): Promise<void>;
  /** The customer ends it; the ticket stays with whoever has it. `event`: what the time line says of it, null for nothing. */
  end(tx: Tx, conversation: ConversationRow, author: Author, event?: TicketEvent | null): Promise<void>;
  /** One that our side begins: it is its agent's from the start, or asks everybody who is free, once. */
  attach(
    tx: Tx,
    ticket: Ticket,
    own: { accountId: number; media_id: MediaId; address: string; agent_id: number | null },
  ): Promise<ConversationRow>;
  /** A call goes on with another agent, who has it already. Called with the conversation locked. */
  handOver(tx: Tx, conversation: ConversationRow, agentId: number): Promise<void>;
  /** A call waits again, for somebody of that department; who let it go is asked last. Called with the conversation locked. */
  requeue(
    tx: Tx,
    conversation: ConversationRow,
    to: { departmentId: number; passedOver: number[] },
  ): Promise<void>;
  /** Whoever writes from that address may be answered freely until then. */
  extendOpen(tx: Tx, whose: Whose, until: Date): Promise<void>;
  /** Whoever is at that address asked for no more messages then; null: wants them again. */
  setRefusal(tx: Tx, whose: Whose, since: Date | null): Promise<void>;
};

/** What people, macros and rules say to customers. */
type ConversationAnswers = {
  /**
   * Answers where the reply says, else where the customer wrote last; who answers a ticket that nobody has, has it.
   * `conflict`: there is no conversation to answer on; `already_sent`: the key is another answer's.
   */
  reply(viewer: Viewer, ticketId: number, body: BodyOf<typeof replyToTicket>): Promise<Message>;
  /** The same in a transaction, for words that the server writes itself: under one key it is one answer, though worded anew. */
  replyIn(tx: Tx, viewer: Viewer, ticketId: number, body: Reply): Promise<Message>;
  /** Sends a failed message again, once for its key. `not_found`: there is none; `conflict`: it has not failed. */
  retry(
    viewer: Viewer,
    which: { id: number; messageId: number },
    wanted: BodyOf<typeof retryMessage>,
  ): Promise<Message>;
  /** Several steps on a ticket at once; the same key again does nothing. Refuses a version that is not the latest (`stale`). */
  runMacro(
    viewer: Viewer,
    id: number,
    wanted: BodyOf<typeof runMacro>,
  ): Promise<ResponseOf<typeof runMacro>['data']>;
  /** Within a day, and while nobody has changed the ticket since (`conflict`, `stale`). */
  undoMacro(viewer: Viewer, runId: number): Promise<Ticket>;
  /** The note of a rule with its variables filled in. */
  noteOfRule(q: Query, ticket: Ticket, note: string): Promise<string>;
  /** Answers the customer; called with the ticket locked. Gives the reason where nothing was said. */
  answerByRule(tx: Tx, ticket: Ticket, said: { text: string; key: string }): Promise<RuleReason | undefined>;
  autoReplies: {
    list(): Promise<AutoReplyAccount[]>;
    /** Refuses a version that is not the latest (`stale`). */
    update(
      viewer: Viewer,
      accountId: number,
      body: BodyOf<typeof updateAutoReplies>,
    ): Promise<AutoReplyAccount>;
    /** Says what is due by now; runs by the clock. */
    recoverPending(): Promise<void>;
  };
};

/** Reading conversations. */
type ConversationReading = {
  find(id: number): Promise<ConversationRow | undefined>;
  /** Who locks more than it keeps the order: ticket, conversation, call. */
  lock(tx: Tx, id: number): Promise<ConversationRow | undefined>;
  /** Those of a ticket, and which of them is answered. */
  ofTicket(ticketId: number): Promise<OfTicket>;
  /** Those of an address on an account, the newest first. */
  ofAddress(accountId: number, address: string): Promise<ConversationRow[]>;
  /**
   * The conversation that answers to this ticket go out on, or the one that is named (`conflict`: not on this ticket);
   * undefined where there were calls alone.
   */
  writtenOn(q: Query, ticketId: number, named?: number): Promise<ConversationRow | undefined>;
  /** It ended with its case, and the customer's next message opens both again. */
  goesOn(row: ConversationRow): Promise<boolean>;
  isOnAccount(q: Query, accountId: number): Promise<boolean>;
  /** The accounts on which this person has a conversation that goes on. */
  accountsOfAgent(q: Query, userId: number): Promise<number[]>;
  /** How many of this person's tickets have something unread, as the top bar counts it. */
  counters(viewer: Viewer): Promise<NotificationCounters>;
};

/** Conversations with customers, whatever the channel; channels and responders register themselves here. */
export type Conversations = ConversationRouting &
  ConversationInbound &
  ConversationAnswers &
  ConversationReading & {
    responders: Responders;
    /** One adapter for each medium. Called when the server is put together. */
    register(channel: Channel): void;
    /** Ends what goes on by itself; what is under way is finished. */
    stop(): Promise<void>;
  };
