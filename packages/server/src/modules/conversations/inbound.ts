import type { MediaId, Message, MessageExtra, MessageMail, Ticket, TicketEvent } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import { previewOf, SYSTEM, type Author, type Tickets } from '#modules/tickets';
import type { AutoReplying } from './auto-replies/auto-reply-service.ts';
import type { OfferEnded } from './on-ticket-change.ts';
import type { Responders } from './responders/service.ts';
import * as store from './store.ts';
import type { ConversationRow } from './store.ts';
import type { Sender, ConversationThread, ConversationThreads } from './threads-service.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  settings: Settings;
  agents: Agents;
  customers: Customers;
  tickets: Tickets;
  emitConversation: (tx: Tx, row: ConversationRow) => void;
  offerEnded: OfferEnded;
  threads: ConversationThreads;
  autoReplies: Pick<AutoReplying, 'answered'>;
  responders: Pick<Responders, 'meet' | 'takeOver'>;
  wake: () => void;
};

export type InboundMessage = {
  body: string;
  /** More words by which a search finds it: those of a mail's HTML. */
  htmlText?: string | null;
  clientKey: string;
  files?: { ids: readonly string[]; uploader: { visitorId: number } | { mailId: number } };
  mail?: MessageMail;
  extra?: MessageExtra | undefined;
  /** It needs no reply, so the ticket's status and waiting time stay. */
  isQuiet?: boolean;
  /** Adds earlier messages to the ticket before this one. */
  addEarlierMessages?: (thread: ConversationThread) => Promise<void>;
  /** Stores what the channel needs, before responders see the message. */
  keep?: (message: Message) => Promise<void>;
  /** Gets no automatic reply: the provider answers it, or a machine wrote it. */
  isUnanswered?: boolean;
  /** The author, if not the customer. */
  author?: Author;
};

/** Stores what customers write on any channel: finds the conversation and ticket, then responders and routing follow. */
export function createInbound({
  db,
  clock,
  settings,
  agents,
  customers,
  tickets,
  emitConversation,
  offerEnded,
  threads,
  autoReplies,
  responders,
  wake,
}: Deps) {
  async function add(
    tx: Tx,
    sender: Sender,
    thread: ConversationThread,
    incoming: InboundMessage,
  ): Promise<Message> {
    const { conversation } = thread;
    const { body, htmlText = null, clientKey, files, mail, extra, isQuiet = false, author } = incoming;
    const awake = isQuiet ? thread.ticket : await wakeUp(tx, thread.ticket);
    await incoming.addEarlierMessages?.({ conversation, ticket: awake });
    const customerId = await customers.merging.resolve(tx, sender.customerId);
    const { message, isNew, ticket } = await tickets.timeline.append(tx, awake, {
      kind: 'inbound',
      body,
      htmlText,
      author: author ?? { type: 'customer', id: customerId, name: sender.name },
      isQuiet,
      mail,
      extra,
      conversationId: conversation.id,
      mediaId: conversation.media_id,
      state: 'delivered',
      clientKey,
      ...(files && { files }),
    });
    await incoming.keep?.(message);
    if (isNew) await afterMessage(tx, { ...thread, ticket }, message, { incoming, customerId });
    return message;
  }

  /** Marks, responders and routing after a new message. */
  async function afterMessage(
    tx: Tx,
    { ticket, conversation, isNew: isNewCase = false }: ConversationThread,
    message: Message,
    { incoming, customerId }: { incoming: InboundMessage; customerId: number },
  ): Promise<void> {
    const isAnswered = !incoming.isQuiet && !incoming.isUnanswered;
    await Promise.all([
      isContact(incoming) && customers.touch(tx, customerId),
      isAnswered &&
        responders.meet(tx, { ticket, conversation, message, key: incoming.clientKey, isNewCase }),
    ]);
  }

  /** A visitor opened the chat without writing yet. */
  async function greet(tx: Tx, { ticket, conversation }: ConversationThread, key = 'begun'): Promise<void> {
    await responders.meet(tx, { ticket, conversation, message: null, key, isNewCase: true });
  }

  /** A customer's message reopens a pending ticket. */
  async function wakeUp(tx: Tx, ticket: Ticket): Promise<Ticket> {
    const isAsleep = ticket.status === 'pending' || ticket.status === 'on_hold';
    return isAsleep ? tickets.change(tx, ticket, { status: 'open' }, SYSTEM) : ticket;
  }

  /** An ended conversation on that ticket, so that replies reach the visitor on their next visit and by e-mail. */
  async function endedOn(
    tx: Tx,
    sender: Sender,
    ticket: Ticket,
    latest: ConversationRow | undefined,
  ): Promise<ConversationRow> {
    if (latest?.ticket_id === ticket.id) return latest;
    return threads.start(tx, sender, ticket, { status: 'ended', agent_id: null });
  }

  /** Where this sender wrote last on this account, however long ago; where they never did, on a ticket that waits for nobody. */
  async function quietThread(
    tx: Tx,
    sender: Sender,
    first: Pick<InboundMessage, 'body' | 'extra'>,
  ): Promise<ConversationThread> {
    const latest = await store.findLatest(tx.q, sender.account.id, { address: sender.address });
    const ticket = latest && (await tickets.lock(tx, latest.ticket_id));
    // Read again with the ticket locked: it may have been merged, or the conversation may have ended.
    const conversation = latest && (await store.findConversation(tx.q, latest.id));
    if (ticket && conversation) return { ticket, conversation };
    const subject = await subjectOf(sender, first);
    return { ...(await threads.openCase(tx, sender, { subject, isQuiet: true })), isNew: true };
  }

  async function end(
    tx: Tx,
    conversation: ConversationRow,
    author: Author,
    event: TicketEvent | null = { type: 'chat_ended', by: 'customer' },
  ): Promise<void> {
    const [, latest] = await Promise.all([
      tickets.lock(tx, conversation.ticket_id),
      store.findConversation(tx.q, conversation.id).then(found),
    ]);
    if (latest.status === 'ended') return;
    const after = await store.updateIfUnchanged(tx.q, latest, {
      status: 'ended',
      offered_to: null,
      offer_expires_at: null,
      ended_at: clock.now(),
    });
    if (!after) return;
    if (latest.offered_to !== null) {
      await offerEnded(tx, after, latest.offered_to, 'withdrawn');
    }
    if (event) await tickets.timeline.appendEvent(tx, latest.ticket_id, { event, author });
    emitConversation(tx, after);
    tx.afterCommit(wake);
  }

  async function authorOf(tx: Tx, [row]: readonly ConversationRow[]): Promise<Author> {
    if (!row) return SYSTEM;
    const { id, name } = await customers.read(tx.q, row.customer_id);
    return { type: 'customer', id, name };
  }

  /** The subject of a new ticket: the first line, or the preview of what was sent instead of text. */
  async function subjectOf(
    { subject, name }: Sender,
    first: Pick<InboundMessage, 'body' | 'extra'> | null,
  ): Promise<string> {
    if (subject !== undefined) return subject;
    const [line = ''] = first?.body.trim().split('\n') ?? [];
    if (line) return [...line].slice(0, 100).join('');
    const sign = first?.extra ? previewOf({ body: '', attachments: [], extra: first.extra }) : '';
    // The preview of a photo is only a symbol, so the customer's name is used.
    if (sign) return /[\p{L}\p{N}]/u.test(sign) ? sign : `${sign} ${name}`;
    const { default_language: language } = await settings.config();
    return CHAT_WITH[language](name);
  }

  return {
    /** Starts or continues a conversation; the first message may come with it. */
    begin: async (tx: Tx, sender: Sender, first: InboundMessage | null): Promise<ConversationThread> => {
      const thread = await threads.open(tx, sender, await subjectOf(sender, first));
      if (first?.body.trim()) await add(tx, sender, thread, first);
      else if (thread.isNew) await greet(tx, thread, first?.clientKey);
      return thread;
    },

    receive: async (tx: Tx, sender: Sender, incoming: InboundMessage): Promise<Message> =>
      add(tx, sender, await threads.open(tx, sender, await subjectOf(sender, incoming)), incoming),

    /**
     * Stores an asynchronous message on the given ticket, or on a new one if none is given or that one cannot be reopened any more. A
     * quiet message notifies nobody, and neither does a ticket that it opens.
     */
    receiveOnTicket: async (
      tx: Tx,
      sender: Sender,
      incoming: InboundMessage,
      ticketId: number | null,
    ): Promise<Message> => {
      const { isQuiet = false } = incoming;
      const find = isQuiet ? threads.attachSilently : threads.resume;
      const known = ticketId === null ? undefined : await find(tx, sender, ticketId);
      const subject = await subjectOf(sender, incoming);
      const thread = known ?? { ...(await threads.openCase(tx, sender, { subject, isQuiet })), isNew: true };
      return add(tx, sender, thread, incoming);
    },
    /** A message that wakes nobody: where its sender wrote last, or on a new ticket, which is solved. */
    receiveQuietly: async (tx: Tx, sender: Sender, incoming: InboundMessage): Promise<Message> => {
      const thread = await quietThread(tx, sender, incoming);
      const message = await add(tx, sender, thread, { ...incoming, isQuiet: true });
      const solved = { status: 'solved', solved_at: clock.now() } as const;
      if (thread.isNew) await tickets.change(tx, thread.ticket, solved, SYSTEM);
      return message;
    },

    /** After these conversations were marked as refused, or as not refused any more. */
    followRefusal: async (tx: Tx, rows: readonly ConversationRow[], isRefused: boolean): Promise<void> => {
      for (const row of rows) {
        if (isRefused && row.status !== 'ended') await end(tx, row, SYSTEM, null);
        else emitConversation(tx, row);
      }
      const ids = new Set(rows.map((row) => row.ticket_id));
      const author = await authorOf(tx, rows);
      for (const id of [...ids].toSorted((a, b) => a - b))
        await tickets.timeline.followOptOut(tx, id, author, isRefused);
    },

    /**
     * A reply that was written in the provider's own inbox: added to the ticket like one from here, without notifying anybody.
     * If we wrote first, the new ticket is quiet.
     */
    recordExternalReply: async (
      tx: Tx,
      sender: Sender,
      {
        body,
        clientKey,
        extra,
        author,
      }: Pick<InboundMessage, 'body' | 'clientKey' | 'extra'> & { author: Author },
    ): Promise<Message> => {
      const { ticket, conversation } = await quietThread(tx, sender, { body, extra });
      const { message, isNew } = await tickets.timeline.append(tx, ticket, {
        body,
        clientKey,
        extra,
        author,
        kind: 'outbound',
        conversationId: conversation.id,
        mediaId: conversation.media_id,
        state: 'sent',
      });
      if (isNew) await autoReplies.answered(tx, ticket.id, conversation);
      if (isNew) await responders.takeOver(tx, conversation);
      return message;
    },

    /**
     * A message left while nobody was online: on a new ticket that routing does not offer, or on the one that is
     * given. A repetition with the same key stores no second message.
     */
    leaveMessage: async (tx: Tx, sender: Sender, incoming: InboundMessage, on?: Ticket): Promise<void> => {
      const latest = await store.findLatest(tx.q, sender.account.id, { address: sender.address });
      if (latest && latest.status !== 'ended') {
        await add(tx, sender, await threads.open(tx, sender, ''), incoming);
        return;
      }
      if (latest && (await tickets.timeline.findByKey(tx.q, latest.ticket_id, incoming.clientKey))) return;
      const { media_id, department_id } = sender.account;
      const ticket =
        on ??
        (await tickets.open(tx, {
          subject: await subjectOf(sender, incoming),
          department_id,
          media_id,
          customer_id: sender.customerId,
        }));
      await add(tx, sender, { ticket, conversation: await endedOn(tx, sender, ticket, latest) }, incoming);
    },

    /** Lets a ticket that came by a call be answered in writing: where the customer reads, on their next visit or by mail. */
    leaveAddress: async (tx: Tx, sender: Sender, ticket: Ticket): Promise<void> => {
      const latest = await store.findLatest(tx.q, sender.account.id, { address: sender.address });
      // A visitor in a chat gets the reply in that chat.
      if (!latest || latest.status === 'ended') await endedOn(tx, sender, ticket, latest);
    },

    /** The customer ends the conversation; the ticket stays with whoever has it. */
    end,

    /** Begins a conversation from our side: active with its agent, or offered once to each free agent. */
    attach: async (
      tx: Tx,
      ticket: Ticket,
      {
        accountId,
        ...own
      }: { accountId: number; media_id: MediaId; address: string; agent_id: number | null },
    ): Promise<ConversationRow> => {
      const row = await store.insertConversation(tx.q, {
        ...own,
        channel_account_id: accountId,
        ticket_id: ticket.id,
        customer_id: ticket.customer_id,
        department_id: ticket.department_id,
        status: own.agent_id === null ? 'waiting' : 'active',
        asks_once: own.agent_id === null,
        now: clock.now(),
      });
      if (own.agent_id === null) tx.afterCommit(wake);
      return row;
    },

    /** Hands a call to another agent who is in it. Call with the conversation locked. */
    handOver: async (tx: Tx, conversation: ConversationRow, agentId: number): Promise<void> => {
      const after = await store.updateIfUnchanged(tx.q, conversation, { agent_id: agentId });
      if (after) emitConversation(tx, after);
    },

    /** Puts a call back into the queue of a department; who declined it is offered it last. Call with the conversation locked. */
    requeue: async (
      tx: Tx,
      conversation: ConversationRow,
      { departmentId, passedOver }: { departmentId: number; passedOver: number[] },
    ): Promise<void> => {
      const after = await store.updateIfUnchanged(tx.q, conversation, {
        status: 'waiting',
        department_id: departmentId,
        agent_id: null,
        offered_to: null,
        offered_at: null,
        let_go_at: null,
        offer_expires_at: null,
        waiting_since: clock.now(),
        taken_at: null,
        passed_over: passedOver,
      });
      if (!after) return;
      emitConversation(tx, after);
      tx.afterCommit(wake);
    },

    isStaffed: async (departmentId: number): Promise<boolean> =>
      (await agents.listAvailable(db.q)).some((agent) => agent.department_ids.includes(departmentId)),
  };
}

/** Bounces and out-of-office notes do not count as contact with the customer. */
const isContact = ({ author, mail, isQuiet }: Pick<InboundMessage, 'author' | 'mail' | 'isQuiet'>): boolean =>
  author?.type !== 'system' && !(mail && isQuiet);

const CHAT_WITH: Record<'en' | 'id', (name: string) => string> = {
  en: (name) => `Chat with ${name}`,
  id: (name) => `Obrolan dengan ${name}`,
};
