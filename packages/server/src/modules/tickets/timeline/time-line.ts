import {
  CHANNEL_TRAITS,
  type CounterName,
  type MediaId,
  type Message,
  type MessageExtra,
  type NumberedEventName,
  type Ticket,
  type TicketEvent,
} from '@trunkline/contract';
import { stopwatchText } from '@trunkline/contract/duration-text';
import type { Tx } from '#platform/db';
import { found } from '#platform/errors';
import { currentTicketId } from '../merged-tickets.ts';
import { attachFiles, type FileOwner } from './file-service.ts';
import * as messages from './message-store.ts';
import * as states from './message-states.ts';
import type { Author, NewMessage } from './message-store.ts';
import { ticketRooms } from '../rooms.ts';
import { isFailedReply } from './lost-answers-store.ts';
import { enqueueUnsentCheck } from './unsent.ts';
import type { DueColumns } from '../sla/due-columns.ts';
import * as store from '../store.ts';
import type { MessageTraces } from '../store.ts';

export const SYSTEM: Author = { type: 'system', id: null, name: 'Trunkline' };
const PREVIEW_LENGTH = 160;

export type NewTimelineMessage = Pick<
  NewMessage,
  | 'conversationId'
  | 'mediaId'
  | 'kind'
  | 'body'
  | 'htmlText'
  | 'author'
  | 'state'
  | 'clientKey'
  | 'mail'
  | 'extra'
> & {
  /** The entry does not change the ticket: nobody waits for a reply to it. */
  isQuiet?: boolean;
  /** The ticket was locked for this very entry (`lockForEntry`), which found nothing under its key, and was freed after it. */
  isLockedFor?: boolean;
  files?: { ids: readonly string[]; uploader: FileOwner };
};

/** A message that was sent before it is added here, with its original id and time. */
export type EarlierMessage = Omit<NewMessage, 'ticketId' | 'event'> & {
  id: number;
  created_at: string;
  failure: string | null;
};

/** `isNew`: false if its key was stored before. `ticket`: as changed by the message. */
export type AppendedMessage = { message: Message; ticket: Ticket; isNew: boolean };
/** An event on the time line, and who caused it. */
export type EventEntry = { event: TicketEvent; author: Author };
/** The text of a message, and its extra data. */
export type MessageContent = Parameters<typeof messages.setContent>[2];

/** What a message of a person to or from the customer does to the deadlines. */
export type DeadlineEffect = (
  tx: Tx,
  ticket: Ticket,
  message: Message,
) => Promise<DueColumns & Pick<Partial<MessageTraces>, 'waiting_since'>>;

/**
 * Adds a message or note to a ticket that is locked in this transaction, and tells open pages. A key that was stored before
 * returns the earlier entry, and adds nothing.
 */
export async function appendEntry(
  tx: Tx,
  ticket: Ticket,
  { follow, ...entry }: NewTimelineMessage & { follow?: DeadlineEffect },
  now: Date,
): Promise<AppendedMessage> {
  const isKeyed = entry.clientKey && !entry.isLockedFor;
  const known = isKeyed && (await messages.findByKey(tx.q, ticket.id, entry.clientKey ?? ''));
  if (known) return { message: known, ticket, isNew: false };
  const message = await storeEntry(tx, ticket.id, entry, now);
  tx.emit(eventNameOf(message), message, [`ticket:${ticket.id}`]);
  const traces = entry.isQuiet ? null : tracesOf(ticket, message, now);
  if (!traces) return { message, ticket, isNew: true };
  const after = await applyTraces(tx, ticket, { ...traces, ...(await follow?.(tx, ticket, message)) }, now);
  return { message, ticket: after, isNew: true };
}

async function storeEntry(tx: Tx, ticketId: number, entry: NewTimelineMessage, now: Date): Promise<Message> {
  const message = await messages.insertMessage(tx.q, { ...entry, ticketId, event: null }, now);
  if (!entry.files || entry.files.ids.length === 0) return message;
  await attachFiles(tx.q, { ...entry.files, ticketId, messageId: message.id });
  return found(await messages.findMessage(tx.q, message.id, now));
}

/** Adds a message that is older than the ticket at its place in time, and tells open pages of the ticket. */
export async function addEarlierMessage(
  tx: Tx,
  { id: ticketId }: Ticket,
  { created_at: createdAt, ...message }: EarlierMessage,
): Promise<void> {
  await store.moveMessagesSinceBack(tx.q, ticketId, createdAt);
  const added = await messages.insertMessage(
    tx.q,
    { ...message, ticketId, event: null },
    new Date(createdAt),
  );
  tx.emit(eventNameOf(added), added, [`ticket:${ticketId}`]);
}

/** Adds an event to the time line, without changing the ticket. */
export async function appendEvent(
  tx: Tx,
  ticketId: number,
  { event, author }: EventEntry,
  now: Date,
): Promise<void> {
  const base = {
    ticketId,
    conversationId: null,
    mediaId: null,
    kind: 'event',
    body: '',
    state: null,
    clientKey: null,
  } as const;
  const message = await messages.insertMessage(tx.q, { ...base, author, event }, now);
  tx.emit('message-added', message, [`ticket:${ticketId}`]);
}

/** Updates the ticket after a new message or after reading, and tells the lists. */
export async function applyTraces(
  tx: Tx,
  before: Ticket,
  traces: Partial<MessageTraces>,
  now: Date,
): Promise<Ticket> {
  await store.updateTraces(tx.q, before.id, traces, now);
  const after = {
    ...before,
    ...asText(traces),
    updated_at: now.toISOString(),
    revision: before.revision + 1,
  };
  tx.emit('ticket-changed', after, ticketRooms(after));
  if (before.unread > 0 !== after.unread > 0) emitUnreadCount(tx, after.assignee_id, after.media_id);
  return after;
}

/** Sets the delivery state of an outgoing message, and tells open pages of its present ticket. */
export async function setOutcome(
  tx: Tx,
  { id, created_at: createdAt }: Pick<Message, 'id' | 'created_at'>,
  outcome: states.MessageOutcome,
): Promise<void> {
  const found = await states.setState(tx.q, { id, createdAt, ...outcome });
  if (!found) return;
  const isOther =
    found.wasFailed !== (outcome.state === 'failed') ||
    found.wasUnsent !== states.isUnsent(outcome.state, outcome.failure);
  const isOut = outcome.state !== 'failed' && outcome.state !== 'queued';
  if (isOther || (isOut && (await isFailedReply(tx.q, id)))) await enqueueUnsentCheck(tx, found.ticketId);
  // The ticket may have been merged into another while the message was being sent.
  const ticketId = await currentTicketId(tx.q, found.ticketId);
  const mail = outcome.people && (await messages.findMessage(tx.q, id, createdAt))?.mail;
  const { state, failure } = outcome;
  const told = { ticket_id: ticketId, message_id: id, state, failure, ...(mail && { mail }) };
  tx.emit('message-state', told, [`ticket:${ticketId}`]);
}

/** Updates a message, for example after the customer edited it, and tells open pages of its ticket. */
export async function changeContent(
  tx: Tx,
  message: Pick<Message, 'id' | 'created_at'>,
  content: MessageContent,
): Promise<void> {
  await messages.setContent(tx.q, message, content);
  const changed = await messages.findMessage(tx.q, message.id, message.created_at);
  if (!changed) return;
  const ticketId = await currentTicketId(tx.q, changed.ticket_id);
  const shown =
    ticketId === changed.ticket_id
      ? changed
      : { ...changed, ticket_id: ticketId, origin_ticket_id: changed.ticket_id };
  tx.emit('message-changed', shown, [`ticket:${ticketId}`]);
}

/**
 * Sends a user's unread count. Counted last, by one transaction after the other: otherwise two changes at the same moment would
 * not see each other, and both would send a wrong count.
 */
export function emitUnreadCount(tx: Tx, userId: number | null, mediaId: MediaId): void {
  if (userId === null) return;
  tx.beforeCommit(`unread:${userId}:${mediaId}`, async () => {
    await store.lockUnread(tx.q, userId);
    await emitUnread(tx, userId, mediaId);
  });
}

/** Uses the specification's name of the counter for that channel. */
async function emitUnread(tx: Tx, userId: number, mediaId: MediaId): Promise<void> {
  const rows = await store.countUnread(tx.q, userId);
  const total = rows.find((row) => row.media_id === mediaId)?.total ?? 0;
  const rooms = [`user:${userId}`];
  const { counter } = CHANNEL_TRAITS[mediaId];
  if (counter === 'socmed') return tx.emit('socmed-notif', { media_id: mediaId, total }, rooms);
  if (counter !== null) tx.emit(`${counter}-notif`, { total }, rooms);
}

/** The specification has such an event only for these channels. */
const MESSAGE_EVENTS: Partial<Record<CounterName, NumberedEventName & `${string}-message`>> = {
  livechat: 'livechat-message',
  whatsapp: 'whatsapp-message',
  socmed: 'socmed-message',
};

function eventNameOf({
  kind,
  media_id: mediaId,
}: Message): 'message-added' | (NumberedEventName & `${string}-message`) {
  const isOnChannel = kind === 'inbound' || kind === 'outbound';
  const counter = mediaId === null ? null : CHANNEL_TRAITS[mediaId].counter;
  return (isOnChannel && counter !== null && MESSAGE_EVENTS[counter]) || 'message-added';
}

/** What a message changes on its ticket; nothing for notes and automatic messages. */
export function tracesOf(
  ticket: Ticket,
  message: Pick<Message, 'kind' | 'body' | 'author' | 'attachments' | 'extra'>,
  now: Date,
): Omit<MessageTraces, 'is_unsent' | 'sends_at'> | null {
  if (message.kind === 'note' || message.kind === 'event' || message.author.type === 'system') return null;
  const fromCustomer = message.kind === 'inbound';
  return {
    last_message: previewOf(message),
    last_message_by: fromCustomer ? 'customer' : 'agent',
    last_message_at: now,
    waiting_since: fromCustomer ? (ticket.waiting_since ?? now) : null,
    unread: fromCustomer ? ticket.unread + 1 : 0,
    first_response_at: fromCustomer ? ticket.first_response_at : (ticket.first_response_at ?? now),
    returned_at: fromCustomer ? ticket.returned_at : null,
  };
}

export function previewOf({
  body,
  attachments,
  extra,
}: Pick<Message, 'body' | 'attachments' | 'extra'>): string {
  const text = body.replace(/\s+/g, ' ').trim();
  const sign = extra ? SIGNS[extra.kind] : undefined;
  const told = [sign, text || (extra && namesOf(extra))].filter(Boolean).join(' ');
  const shown = told || attachments.map((file) => file.name).join(', ');
  return [...shown].slice(0, PREVIEW_LENGTH).join('');
}

/** Previews in lists have no language, so content without text is shown as an emoji. */
const SIGNS: Partial<Record<MessageExtra['kind'], string>> = {
  image: '📷',
  video: '🎬',
  audio: '🎵',
  voice: '🎤',
  voicemail: '🎤',
  document: '📄',
  sticker: '🙂',
  location: '📍',
  contacts: '👤',
  order: '🛒',
  shared: '🔗',
  unknown: '❔',
};

const namesOf = (extra: MessageExtra): string =>
  extra.voicemail ? stopwatchText(extra.voicemail.seconds) : ownNames(extra);

const ownNames = ({ location, contacts, media, named, shared }: MessageExtra): string =>
  location?.name ||
  contacts?.map(({ name }) => name).join(', ') ||
  shared?.title ||
  media?.name ||
  named ||
  '';

function asText(traces: Partial<MessageTraces>): Partial<Ticket> {
  const text = Object.entries(traces).map(([key, value]) => [
    key,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(text) as Partial<Ticket>;
}
