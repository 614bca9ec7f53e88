import type {
  Conversation,
  Customer,
  Message,
  MessageMail,
  MessageState,
  ResponseOf,
  Ticket,
  getTicket,
} from '@trunkline/contract';
import type { NumberedEvent } from '#shared/api/realtime-types.ts';
import type { ListFilter } from './filters.ts';
import {
  afterCustomerMerge,
  type ListWindow,
  placeTicket,
  removeTicket,
  renameCustomer,
} from './timeline/window.ts';

export type TicketDetail = ResponseOf<typeof getTicket>['data'];
export type TimelinePage = { data: Message[]; has_more: boolean };
/** The loaded pages of a conversation, newest page first; within a page the oldest entry first. */
export type TimelineWindow = { pages: TimelinePage[] };

/** Returns a list of tickets after an event, which may add, move or remove a ticket. */
export function applyToList<W extends ListWindow>(
  window: W,
  event: NumberedEvent,
  filter: ListFilter,
  me: number,
): W {
  if (event.name === 'ticket-changed') return placeTicket(window, event.payload, filter, me);
  if (event.name === 'ticket-removed') return removeTicket(window, event.payload.id);
  if (event.name === 'customer-changed') return renameCustomer(window, event.payload);
  if (event.name === 'customer-merged') return afterCustomerMerge(window, event.payload);
  return window;
}

/** Returns the open ticket after an event. */
export function applyToTicket(detail: TicketDetail, event: NumberedEvent): TicketDetail {
  if (event.name === 'ticket-changed') return withTicket(detail, event.payload);
  if (event.name === 'customer-changed') return withCustomer(detail, event.payload);
  // The new customer is fetched: see `useTicket`.
  if (event.name === 'customer-merged' && event.payload.id === detail.ticket.customer_id)
    return { ...detail, ticket: { ...detail.ticket, customer_id: event.payload.into } };
  if (event.name === 'conversation-changed') return withConversation(detail, event.payload);
  if (event.name === 'scheduled-replies-changed')
    return event.payload.ticket_id === detail.ticket.id
      ? { ...detail, scheduled: event.payload.data }
      : detail;
  const message = messageOf(event);
  return message ? withAnswered(detail, message) : detail;
}

/** Returns the message of an event, whichever channel it is of. */
function messageOf(event: NumberedEvent): Message | undefined {
  switch (event.name) {
    case 'message-added':
    case 'livechat-message':
    case 'whatsapp-message':
    case 'socmed-message':
      return event.payload;
    default:
      return undefined;
  }
}

/** Returns the conversation of one ticket after an event. */
export function applyToTimeline<W extends TimelineWindow>(
  window: W,
  event: NumberedEvent,
  ticketId: number,
): W {
  const message = messageOf(event);
  if (message) return message.ticket_id === ticketId ? addMessage(window, message) : window;
  switch (event.name) {
    case 'message-changed':
      return event.payload.ticket_id === ticketId ? changeContent(window, event.payload) : window;
    case 'message-state':
      return event.payload.ticket_id === ticketId ? changeState(window, event.payload) : window;
    default:
      return window;
  }
}

/** Updates the content of a message. Its delivery state is a separate event, because a fetch may have brought a later one. */
function changeContent<W extends TimelineWindow>(window: W, { id, body, extra, attachments }: Message): W {
  const known = window.pages.flatMap((page) => page.data).find((held) => held.id === id);
  if (!known) return window;
  const { extra: _before, ...rest } = known;
  return replace(window, { ...rest, body, attachments, ...(extra && { extra }) });
}

function replace<W extends TimelineWindow>(window: W, next: Message): W {
  const pages = window.pages.map((page) => ({
    ...page,
    data: page.data.map((held) => (held.id === next.id ? next : held)),
  }));
  return { ...window, pages };
}

type StateChange = {
  ticket_id: number;
  message_id: number;
  state: MessageState;
  failure: string | null;
  /** The recipients, where they have changed. */
  mail?: MessageMail | undefined;
};

/** Returns all loaded entries once, oldest first; pages that were fetched while messages arrived may overlap. */
export function messagesOf(window: TimelineWindow): Message[] {
  const byId = new Map<number, Message>();
  for (const message of window.pages.flatMap((page) => page.data)) {
    if (!byId.has(message.id)) byId.set(message.id, message);
  }
  return [...byId.values()].toSorted((a, b) => a.id - b.id);
}

/** Inserts a message by its id; one that is already there is not changed. */
export function addMessage<W extends TimelineWindow>(window: W, message: Message): W {
  if (window.pages.some((page) => page.data.some((held) => held.id === message.id))) return window;
  const index = pageFor(window, message.id);
  if (index < 0) return window;
  const pages = window.pages.map((page, at) => {
    if (at !== index) return page;
    const after = page.data.findIndex((held) => held.id > message.id);
    return { ...page, data: page.data.toSpliced(after < 0 ? page.data.length : after, 0, message) };
  });
  return { ...window, pages };
}

function pageFor(window: TimelineWindow, id: number): number {
  const index = window.pages.findIndex((page) => page.data[0] !== undefined && page.data[0].id < id);
  if (index >= 0) return index;
  // A message older than all loaded ones belongs to the last page only if the server has no older ones.
  const last = window.pages.length - 1;
  return window.pages[last]?.has_more === false ? last : -1;
}

const RANK: Record<MessageState, number> = { queued: 0, sent: 1, failed: 1, delivered: 2, read: 3 };

const isKnown = (held: Message, { state, failure, mail }: StateChange): boolean =>
  held.state === state && held.failure === failure && mail === undefined;

function changeState<W extends TimelineWindow>(window: W, change: StateChange): W {
  const known = window.pages.flatMap((page) => page.data).find((held) => held.id === change.message_id);
  if (!known || isKnown(known, change)) return window;
  // A fetch may have brought a later state than this event: read never goes back to delivered. Only a failed message
  // becomes queued again, when it is sent again.
  const isAnew = known.state === 'failed' && change.state === 'queued';
  if (known.state && RANK[change.state] < RANK[known.state] && !isAnew) return window;
  const { state, failure, mail = known.mail } = change;
  return replace(window, { ...known, state, failure, mail });
}

function withTicket(detail: TicketDetail, ticket: Ticket): TicketDetail {
  if (ticket.id === detail.ticket.id) {
    return ticket.revision > detail.ticket.revision ? { ...detail, ticket } : detail;
  }
  if (ticket.customer_id !== detail.ticket.customer_id) return detail;
  const { id, number, subject, status, created_at, media_id } = ticket;
  const entry = { id, number, subject, status, created_at, media_id };
  const index = detail.history.findIndex((other) => other.id === id);
  if (index < 0) return { ...detail, history: [entry, ...detail.history] };
  const old = detail.history[index];
  if (old?.subject === subject && old.status === status) return detail;
  return { ...detail, history: detail.history.with(index, entry) };
}

function withCustomer(detail: TicketDetail, customer: Customer): TicketDetail {
  const isNewer = customer.id === detail.customer.id && customer.version >= detail.customer.version;
  if (!isNewer) return detail;
  return { ...detail, customer, ticket: { ...detail.ticket, customer_name: customer.name } };
}

/** Returns the ticket with the conversation where the customer wrote last as the one to reply on. */
function withAnswered(detail: TicketDetail, { ticket_id, kind, conversation_id }: Message): TicketDetail {
  const isNews =
    ticket_id === detail.ticket.id && kind === 'inbound' && conversation_id !== detail.answers_on;
  return isNews ? { ...detail, answers_on: conversation_id } : detail;
}

export function withConversation(detail: TicketDetail, conversation: Conversation): TicketDetail {
  const index = detail.conversations.findIndex((known) => known.id === conversation.id);
  if (conversation.ticket_id !== detail.ticket.id) {
    // The conversation moved to another ticket.
    return index < 0 ? detail : { ...detail, conversations: detail.conversations.toSpliced(index, 1) };
  }
  const conversations =
    index < 0 ? [...detail.conversations, conversation] : detail.conversations.with(index, conversation);
  return { ...detail, conversations };
}
