import { Media, type FieldChange, type MediaId, type TicketEvent } from '@trunkline/contract';
import type { Insertable } from 'kysely';
import type { Tables } from '#platform/tables';
import {
  chatEndedAt,
  isDone,
  solvedAt,
  TAKEN_AFTER_MS,
  type DemoAgent,
  type PastTicket,
  type DemoCase,
} from './demo-history.ts';

type Row = Insertable<Tables['messages']>;
type Author = Pick<Row, 'author_type' | 'author_id' | 'author_name'>;
type Line = { event: TicketEvent; author: Author; at: Date };

const SYSTEM: Author = { author_type: 'system', author_id: null, author_name: 'Trunkline' };
const PAGES = ['/', '/beans', '/beans/gayo', '/gear', '/gear/grinders', '/orders', '/subscription'];

const isChat = (past: PastTicket) => past.mediaId === Media.liveChat;

/** The changes that an agent has made on the ticket. */
export function changesOf(past: PastTicket, agent: Pick<DemoAgent, 'id'> | undefined): FieldChange[] {
  return [
    ...(agent && isChat(past) ? [{ field: 'assignee_id' as const, from: null, to: agent.id }] : []),
    ...(isDone(past) ? [{ field: 'status' as const, from: 'open', to: past.status }] : []),
  ];
}

/** The whole time line of a past ticket: its messages, and the events that the product writes. */
export function timeLine(placed: DemoCase, conversationId: number | null): Row[] {
  const { past, agent } = placed;
  const [first, ...rest] = messagesOf(placed, conversationId);
  const solvings = isDone(past) ? solved(placed) : [];
  const endings = isChat(past) ? [ended(placed)] : [];
  const opening = [{ event: { type: 'created' as const }, author: SYSTEM, at: past.createdAt }];
  return [
    ...[...opening, ...(isChat(past) ? [started(placed)] : [])].map((line) => row(placed, line)),
    ...(first ? [first] : []),
    ...(agent && isChat(past) ? takenLines(placed, agent) : []).map((line) => row(placed, line)),
    ...rest,
    ...[...solvings, ...endings].map((line) => row(placed, line)),
  ];
}

function started({ past, ticketId, ...placed }: DemoCase): Line {
  const page = `https://kopi-nusantara.example${PAGES[ticketId % PAGES.length] ?? '/'}`;
  return { event: { type: 'chat_started', page }, author: customerOf(placed), at: past.createdAt };
}

/** The events of offering and taking the chat, before the second message. */
function takenLines({ past }: DemoCase, agent: DemoAgent): Line[] {
  const next = past.messages[1]?.at.getTime() ?? Infinity;
  const wait = Math.min(TAKEN_AFTER_MS, (next - past.createdAt.getTime()) / 2);
  const after = (part: number) => new Date(past.createdAt.getTime() + part * wait);
  const changes = changesOf(past, agent).slice(0, 1);
  return [
    { event: { type: 'offered', user_id: agent.id }, author: SYSTEM, at: after(0.2) },
    { event: { type: 'changed', changes, version: 2 }, author: userOf(agent), at: after(1) },
  ];
}

function solved({ past, agent }: DemoCase): Line[] {
  const changes = changesOf(past, agent);
  const event = { type: 'changed' as const, changes: changes.slice(-1), version: 1 + changes.length };
  return [{ event, author: userOf(agent), at: solvedAt(past) }];
}

function ended(placed: DemoCase): Line {
  const { past, agent } = placed;
  const [by, author] = isDone(past)
    ? (['agent', userOf(agent)] as const)
    : (['customer', customerOf(placed)] as const);
  return { event: { type: 'chat_ended', by }, author, at: chatEndedAt(past) };
}

/** The last delivery state that a channel reports. */
const STATES: Partial<Record<MediaId, 'sent' | 'delivered'>> = {
  [Media.email]: 'sent',
  [Media.sms]: 'delivered',
};

function messagesOf(placed: DemoCase, conversationId: number | null): Row[] {
  const { past, agent, ticketId } = placed;
  const state: Row['state'] = STATES[past.mediaId] ?? 'read';
  const onChannel = { conversation_id: conversationId, media_id: past.mediaId, state };
  const inside = { conversation_id: null, media_id: null, state: null };
  return past.messages.map(({ kind, body, at }) => ({
    ticket_id: ticketId,
    failure: null,
    client_key: null,
    ...(kind === 'note' ? inside : onChannel),
    ...(kind === 'inbound' ? customerOf(placed) : userOf(agent)),
    kind,
    body,
    event: null,
    created_at: at,
  }));
}

function row({ ticketId }: DemoCase, { event, author, at }: Line): Row {
  return {
    ticket_id: ticketId,
    conversation_id: null,
    media_id: null,
    kind: 'event',
    body: '',
    ...author,
    event: JSON.stringify(event),
    state: null,
    failure: null,
    client_key: null,
    created_at: at,
  };
}

const userOf = (agent: DemoAgent | undefined): Author => ({
  author_type: 'user',
  author_id: agent?.id ?? null,
  author_name: agent?.fullname ?? 'Trunkline',
});

const customerOf = ({ customerId, name }: Pick<DemoCase, 'customerId' | 'name'>): Author => ({
  author_type: 'customer',
  author_id: customerId,
  author_name: name,
});
