import type { Answers, MediaId, Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import { SYSTEM, type Author, type Tickets } from '#modules/tickets';
import * as store from './store.ts';
import type { ConversationRow } from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  settings: Settings;
  agents: Agents;
  customers: Pick<Customers, 'merging'>;
  tickets: Tickets;
  emitConversation: (tx: Tx, row: ConversationRow) => void;
  /** Whether that medium is a call. */
  isCall: (by: { media_id: MediaId }) => boolean;
  isAsynchronous: (by: { media_id: MediaId }) => boolean;
  /** Media whose provider proves who writes. */
  knownSenders: () => MediaId[];
  wake: () => void;
};

/** The customer who writes, and from where. */
export type Sender = {
  account: { id: number; media_id: MediaId; department_id: number };
  address: string;
  customerId: number;
  name: string;
  /** The page that they were on, or the account that they wrote to, for the time line. */
  place?: string;
  /** For calls: the subject of a new ticket. The time line then shows the call, and no chat. */
  subject?: string;
  /** Answers to custom fields of a ticket that is opened. */
  fields?: Answers;
  isQuiet?: boolean;
  /** Until when free replies may be sent to them, on channels that limit that. */
  openUntil?: Date | null;
  /** Since when they want no more messages. */
  refusesSince?: Date | null;
};

export type ConversationThread = {
  conversation: ConversationRow;
  ticket: Ticket;
  /** Whether the ticket begins with it. */
  isNew?: boolean;
};

/** Finds the conversation that a customer continues, or begins one, and its ticket. */
export type ConversationThreads = {
  /** Opens a ticket with a conversation. A quiet one is not queued: its conversation is ended from the start. */
  open(tx: Tx, sender: Sender, subject: string): Promise<ConversationThread>;
  /** Opens a ticket with a conversation. A quiet one waits for nobody: its conversation is ended from the start. */
  openCase(tx: Tx, sender: Sender, how: { subject: string; isQuiet: boolean }): Promise<ConversationThread>;
  /**
   * Continues the ticket that the message itself names, as an e-mail does by what it replies to. It keeps its assignee, whether
   * they are online or not. Undefined when that ticket cannot be reopened any more.
   */
  resume(tx: Tx, sender: Sender, ticketId: number): Promise<ConversationThread | undefined>;
  /** Attaches to the ticket without reopening it or notifying anybody, whatever its status. */
  attachSilently(tx: Tx, sender: Sender, ticketId: number): Promise<ConversationThread | undefined>;
  /** A conversation on that ticket; `named` is the merged ticket that the message names, if it is another one. */
  start(
    tx: Tx,
    sender: Sender,
    ticket: Ticket,
    as: Pick<ConversationRow, 'status' | 'agent_id'> & { named?: number },
  ): Promise<ConversationRow>;
  /** Whether it ended because its ticket was solved, so that the customer's next message reopens both. */
  canBeReopened(row: ConversationRow): Promise<boolean>;
};

export function createThreads(deps: Deps): ConversationThreads {
  const { db, clock, settings, agents, customers, tickets } = deps;
  const { emitConversation, isCall, isAsynchronous, knownSenders, wake } = deps;

  async function openThread(tx: Tx, sender: Sender, subject: string): Promise<ConversationThread> {
    const { id: accountId } = sender.account;
    const own = await store.findLatest(tx.q, accountId, { address: sender.address });
    if (own && own.status !== 'ended') {
      const thread = await lockThread(tx, own);
      // Read again with the lock held: it may have ended while we waited.
      if (thread.conversation.status !== 'ended') return thread;
    }
    const customerId = await customers.merging.current(tx.q, sender.customerId);
    const last = await latestOf(tx, sender, customerId);
    const known = last && (await continueCase(tx, sender, last));
    return known ?? { ...(await openCase(tx, sender, { subject, isQuiet: false })), isNew: true };
  }

  /**
   * The conversation that a customer may continue. Where the provider proves who writes, it may be on another account of the
   * department; two first messages on two of them at once are stored one after the other.
   */
  async function latestOf(
    tx: Tx,
    { account }: Sender,
    customerId: number,
  ): Promise<ConversationRow | undefined> {
    const mediaIds = knownSenders();
    if (!mediaIds.includes(account.media_id)) return store.findLatest(tx.q, account.id, { customerId });
    await store.lockCustomerTickets(tx.q, customerId);
    return store.findLatestAmong(tx.q, { customerId, departmentId: account.department_id, mediaIds });
  }

  async function lockThread(
    tx: Tx,
    { id, ticket_id: ticketId }: ConversationRow,
  ): Promise<ConversationThread> {
    const [locked, row] = await Promise.all([tickets.lock(tx, ticketId), store.findConversation(tx.q, id)]);
    const ticket = found(locked);
    // Of a merged ticket, the one that it was merged into is locked later.
    const conversation = ticket.id === ticketId ? row : await store.findConversation(tx.q, id);
    return { ticket, conversation: found(conversation) };
  }

  async function resume(tx: Tx, sender: Sender, ticketId: number): Promise<ConversationThread | undefined> {
    const ticket = await tickets.lock(tx, ticketId);
    if (!ticket || !(await isReopened(ticket))) return undefined;
    const own = await ownOn(tx, sender, { ticket, named: ticketId });
    if (own && own.status !== 'ended') return { ticket, conversation: own };
    const open = await wakeTicket(tx, ticket, {});
    const agent_id = open.assignee_id;
    const status = agent_id === null ? 'waiting' : 'active';
    const conversation = await start(tx, sender, open, { status, agent_id, named: ticketId });
    return { ticket: open, conversation };
  }

  async function attachSilently(
    tx: Tx,
    sender: Sender,
    ticketId: number,
  ): Promise<ConversationThread | undefined> {
    const ticket = await tickets.lock(tx, ticketId);
    if (!ticket) return undefined;
    const own = await ownOn(tx, sender, { ticket, named: ticketId });
    const ended = { status: 'ended', agent_id: null, named: ticketId } as const;
    return { ticket, conversation: own ?? (await start(tx, sender, ticket, ended)) };
  }

  /** After a merge: the conversation of the ticket that was named, so that unmerging can give it back. */
  async function ownOn(
    tx: Tx,
    sender: Sender,
    { ticket, named }: { ticket: Ticket; named: number },
  ): Promise<ConversationRow | undefined> {
    const all = await store.listOfTicket(tx.q, ticket.id);
    const own = all.filter((row) => row.channel_account_id === sender.account.id);
    return own.findLast((row) => (row.origin_ticket_id ?? row.ticket_id) === named) ?? own.at(-1);
  }

  async function openCase(
    tx: Tx,
    sender: Sender,
    { subject, isQuiet }: { subject: string; isQuiet: boolean },
  ): Promise<ConversationThread> {
    const { media_id, department_id } = sender.account;
    const { customerId: customer_id, fields = {} } = sender;
    const opening = { subject, department_id, media_id, customer_id, fields };
    const ticket = await tickets.open(tx, opening, { isQuiet });
    const status = isQuiet ? 'ended' : 'waiting';
    return { ticket, conversation: await start(tx, sender, ticket, { status, agent_id: null }) };
  }

  /**
   * A customer who writes or calls beside an open conversation, or soon after one, stays on the same ticket. Undefined when
   * that ticket is closed.
   */
  async function continueCase(
    tx: Tx,
    sender: Sender,
    last: ConversationRow,
  ): Promise<ConversationThread | undefined> {
    const { ticket, conversation } = await lockThread(tx, last);
    const isOn = conversation.status !== 'ended';
    // The same customer in another browser gets a conversation of their own, so that each shows its own replies.
    const isApart = !isCall(sender.account) && !isCall(conversation) && !isKnown(sender.account);
    if (isOn && isApart) return undefined;
    if (!isOn && !(await isReopened(ticket))) return undefined;
    // A call rings at any free agent; the ticket is assigned when one picks up.
    if (isCall(sender.account)) {
      const open = await wakeTicket(tx, ticket, {});
      return {
        ticket: open,
        conversation: await start(tx, sender, open, { status: 'waiting', agent_id: null }),
      };
    }
    return isOn ? join(tx, sender, ticket) : continueTicket(tx, sender, ticket);
  }

  const isKnown = ({ media_id }: Sender['account']) => knownSenders().includes(media_id);

  /** Adds a conversation of a customer who writes on a further channel to their ticket; the ticket's assignee gets it. */
  async function join(tx: Tx, sender: Sender, ticket: Ticket): Promise<ConversationThread> {
    const agent_id = ticket.assignee_id;
    const status = agent_id === null ? 'waiting' : 'active';
    return { ticket, conversation: await start(tx, sender, ticket, { status, agent_id }) };
  }

  async function start(
    tx: Tx,
    sender: Sender,
    ticket: Ticket,
    { named = ticket.id, ...state }: Pick<ConversationRow, 'status' | 'agent_id'> & { named?: number },
  ) {
    const conversation = await store.insertConversation(tx.q, {
      ...state,
      channel_account_id: sender.account.id,
      ticket_id: ticket.id,
      customer_id: ticket.customer_id,
      media_id: sender.account.media_id,
      address: sender.address,
      department_id: ticket.department_id,
      origin_ticket_id: named === ticket.id ? null : named,
      open_until: sender.openUntil ?? null,
      refuses_since: sender.refusesSince ?? null,
      now: clock.now(),
    });
    if (!sender.isQuiet && !isAsynchronous(sender.account)) {
      const customerId = await customers.merging.resolve(tx, sender.customerId);
      const author: Author = { type: 'customer', id: customerId, name: sender.name };
      const event = { type: 'chat_started', page: sender.place ?? '' } as const;
      await tickets.timeline.appendEvent(tx, ticket.id, { event, author });
    }
    emitConversation(tx, conversation);
    // Asynchronous channels are not routed: reading a mailbox would start a pass for each e-mail.
    if (!isAsynchronous(sender.account)) tx.afterCommit(wake);
    return conversation;
  }

  /** A ticket that is not solved goes on; a solved one within the window that the administrator set. */
  async function isReopened(ticket: Ticket): Promise<boolean> {
    if (ticket.status === 'closed') return false;
    if (ticket.status !== 'solved' || ticket.solved_at === null) return true;
    const { reopen_window_hours: hours } = await settings.config();
    return clock.now().getTime() - Date.parse(ticket.solved_at) <= hours * 3_600_000;
  }

  /** Whether the conversation ended because its ticket was solved, so that the customer's next message reopens both. */
  async function canBeReopened({ status, ended_at, ticket_id }: ConversationRow): Promise<boolean> {
    if (status !== 'ended' || ended_at === null) return false;
    const ticket = await tickets.read(db.q, ticket_id);
    if (ticket?.status !== 'solved' || ticket.solved_at === null) return false;
    return ended_at >= ticket.solved_at && isReopened(ticket);
  }

  /** Reopens with the same agent if they are online, else the conversation waits in the queue. */
  async function continueTicket(tx: Tx, sender: Sender, ticket: Ticket): Promise<ConversationThread> {
    const available = await agents.listAvailable(tx.q);
    const isThere = available.some((agent) => agent.id === ticket.assignee_id);
    const assignee_id = isThere ? ticket.assignee_id : null;
    const open = await wakeTicket(tx, ticket, { assignee_id });
    const state = { status: isThere ? 'active' : 'waiting', agent_id: assignee_id } as const;
    return { ticket: open, conversation: await start(tx, sender, open, state) };
  }

  /** Reopens the ticket, and assigns it if an agent is given. */
  function wakeTicket(tx: Tx, ticket: Ticket, change: { assignee_id?: number | null }): Promise<Ticket> {
    const isSolved = ticket.status === 'solved';
    return tickets.change(
      tx,
      ticket,
      { ...change, ...(isSolved && { status: 'open', solved_at: null }) },
      SYSTEM,
    );
  }

  return { open: openThread, openCase, resume, attachSilently, start, canBeReopened };
}
