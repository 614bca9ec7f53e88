import type {
  BodyOf,
  getTimeline,
  Message,
  QueryOf,
  ResponseOf,
  saveDraft,
  Ticket,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { ChangeService } from '../change-service.ts';
import { lockCurrentTicket, mergedTicketsOf } from '../merged-tickets.ts';
import type { NoticeSender } from '../notices/service.ts';
import type { Sla } from '../sla/service.ts';
import type { TicketReading } from '../read-service.ts';
import type { Snooze } from '../snooze/service.ts';
import { createDrafts } from './drafts.ts';
import { findOthersWaiting, findWaitingSince } from './unanswered.ts';
import { enqueueUnsentCheck, type PendingLookup } from './unsent.ts';
import * as states from './message-states.ts';
import * as messages from './message-store.ts';
import type { Author } from './message-store.ts';
import { noteOf, type NoteBody } from './note.ts';
import {
  addEarlierMessage,
  appendEntry,
  appendEvent,
  changeContent,
  applyTraces,
  setOutcome,
  type AppendedMessage,
  type MessageContent,
  type EarlierMessage,
  type NewTimelineMessage,
  type DeadlineEffect,
  type EventEntry,
} from './time-line.ts';

/** The client key of a request, and whether an earlier request with it had the same content. */
type Sent = { key: string; isSame: (known: Message) => boolean };
type MessageRef = Pick<Message, 'id' | 'ticket_id' | 'created_at'>;
type Page = {
  ticketId: number;
  /** Only entries older than this message. */
  before?: number | undefined;
  kinds?: readonly Message['kind'][];
  /** Only entries of these conversations. */
  conversations?: readonly number[];
  limit: number;
};

/**
 * The messages and events of a ticket. Those of merged tickets are on the time line of the target. A message is identified by its
 * id and its creation time, which tells the partition.
 */
export type TicketTimeline = {
  /** The newest entries before an id, oldest first. @throws AppError `not_found` also where the viewer may not see the ticket */
  page(
    viewer: Viewer,
    id: number,
    query: QueryOf<typeof getTimeline>,
  ): Promise<ResponseOf<typeof getTimeline>>;
  /** The same without a permission check, for the chat of a visitor for example. */
  listMessages(page: Page): Promise<Message[]>;

  /**
   * Adds a message or note to a ticket that is locked in this transaction; tells screens and followers, and updates deadlines. A
   * key that was stored before returns the earlier entry with `isNew: false`.
   */
  append(tx: Tx, ticket: Ticket, entry: NewTimelineMessage): Promise<AppendedMessage>;
  /**
   * Adds a message that was sent before its ticket existed, with its original id and time. Changes nothing else on the ticket,
   * which must be locked.
   */
  addEarlier(tx: Tx, ticket: Ticket, message: EarlierMessage): Promise<void>;
  /** Adds an event without changing the ticket. */
  appendEvent(tx: Tx, ticketId: number, line: EventEntry): Promise<void>;
  /**
   * Locks a ticket for writing on it; returns the earlier entry instead if the key was stored with the same content. @throws
   * AppError `not_found`; `ticket_merged`; `already_sent` for a key with another content
   */
  lockForEntry(
    tx: Tx,
    viewer: Viewer,
    id: number,
    sent: Sent,
  ): Promise<{ ticket: Ticket; known?: undefined } | { known: Message; ticket?: undefined }>;
  /** Adds a user's note. @throws AppError `invalid_reference` for a mentioned user who does not see the ticket */
  addNote(viewer: Viewer, id: number, body: NoteBody): Promise<Message>;
  /** Adds a note to a ticket that is locked in this transaction. People who are mentioned are notified; they must see the ticket. */
  note(
    tx: Tx,
    ticket: Ticket,
    body: Omit<NoteBody, 'file_ids'> & { viewer: Viewer; goesTo: Partial<Ticket> },
  ): Promise<Message>;

  findMessage(q: Query, id: number, createdAt: string): Promise<Message | undefined>;
  /** Stores the searchable text of a mail's HTML, unless the message was erased or changed since it was read. */
  setHtmlText(
    q: Query,
    message: Pick<Message, 'id' | 'created_at' | 'body'>,
    htmlText: string,
  ): Promise<void>;
  /** Like `findMessage`, with the message locked until the transaction ends. */
  lockMessage(q: Query, id: number, createdAt: string): Promise<Message | undefined>;
  /** The message stored under this client key on the ticket or those merged into it. Call with the ticket locked. */
  findByKey(q: Query, ticketId: number, clientKey: string): Promise<Message | undefined>;
  /** Adds another client key to a message. Call with the ticket locked. */
  storeClientKey(q: Query, message: MessageRef, clientKey: string): Promise<void>;
  /** Whether entries of `entryOf` are shown on the time line of this ticket. */
  isOn(q: Query, ticketId: number, entryOf: number): Promise<boolean>;
  /** The conversation among these in which the customer wrote last. */
  lastWrittenIn(q: Query, ticketId: number, conversations: readonly number[]): Promise<number | undefined>;

  /** Sets the delivery state of an outgoing message, and tells open pages of its ticket. */
  setOutcome(tx: Tx, message: MessageRef, outcome: states.MessageOutcome): Promise<void>;
  /** Updates the content of a message, for example after the customer edited it. */
  changeContent(tx: Tx, message: MessageRef, content: MessageContent): Promise<void>;
  /** Moves the state of messages up to an id forward to delivered or read, never back. Returns the ids of those that changed. */
  advanceStates(
    tx: Tx,
    ticketId: number,
    change: Omit<states.StateAdvance, 'mergedTickets'>,
  ): Promise<number[]>;
  /**
   * A customer wants no more messages by one of their conversations: what they wrote there waits no more. Or wants them again.
   * Call once the message that says so is stored.
   */
  followOptOut(tx: Tx, ticketId: number, by: Author, isOut: boolean): Promise<void>;
  /** The assignee has seen the customer's messages up to this one; of others it changes nothing. */
  markRead(viewer: Viewer, id: number, messageId: number): Promise<void>;

  /** Stores a draft; an empty one is removed. */
  saveDraft(viewer: Viewer, id: number, draft: BodyOf<typeof saveDraft>): Promise<void>;
  removeReplyDraft(tx: Tx, viewer: Viewer, id: number): Promise<void>;
  /** Whether anybody has a draft on the ticket. */
  hasDrafts(q: Query, ticketId: number): Promise<boolean>;
  /** Tickets on which this user has a draft, latest first. */
  listDraftTickets(viewer: Viewer): Promise<number[]>;

  /** Registers the lookup of other unsent things of a ticket, which is called after `updateUnsentMarks`. */
  registerPending(lookup: PendingLookup): void;
  /** Updates the marks of unsent messages after this transaction has committed. */
  updateUnsentMarks(tx: Tx, ticketId: number): Promise<void>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'notices'> & {
  sla: Sla;
  changes: ChangeService;
  telling: NoticeSender;
  freed: (tx: Tx, ticket: Ticket) => Promise<Ticket>;
  snooze: Pick<Snooze, 'wakeFor'>;
  reading: Pick<TicketReading, 'get' | 'getFrom'>;
  registerPending: TicketTimeline['registerPending'];
};

export function createTimeline(deps: Deps): TicketTimeline {
  const { db, clock, notices, sla, changes, telling, freed, snooze, reading, registerPending } = deps;

  const drafts = createDrafts({ db, clock, get: reading.get });
  const follow: DeadlineEffect = async (tx, ticket, { kind, author }) => {
    if (kind === 'inbound') return sla.customerWrote(tx, ticket, author);
    const waiting_since = await findOthersWaiting(tx.q, ticket);
    return { ...(await sla.answered(tx, ticket, author, waiting_since)), waiting_since };
  };

  const listMessages = async (q: Query, page: Page): Promise<Message[]> =>
    messages.listMessages(q, { ...page, mergedTickets: await mergedTicketsOf(q, page.ticketId) });

  async function lockForEntry(tx: Tx, viewer: Viewer, id: number, { key, isSame }: Sent) {
    const [ticket, known] = await Promise.all([
      changes.lockSeen(tx, viewer, id),
      key === '' ? undefined : messages.findByKey(tx.q, id, key),
    ]);
    if (known && !isSame(known)) throw new AppError('already_sent', { ticket_id: id, message_id: known.id });
    if (known) return { known };
    await changes.demandNotMerged(tx, ticket);
    return { ticket };
  }

  async function writeNote(
    tx: Tx,
    on: { ticket: Ticket; seen: Ticket },
    note: NewTimelineMessage,
  ): Promise<Message> {
    const mentioned = await telling.demandMentionable(tx, on.seen, note.body);
    const [{ message, isNew }, followers] = await Promise.all([
      appendEntry(tx, on.ticket, note, clock.now()),
      telling.listFollowers(tx, on.ticket.id),
    ]);
    if (isNew) await telling.notifyOfMessage(tx, on.ticket, message, { mentioned, followers });
    return message;
  }

  return {
    ...drafts,
    registerPending,
    updateUnsentMarks: enqueueUnsentCheck,
    lockForEntry,
    findMessage: messages.findMessage,
    setHtmlText: messages.setHtmlText,
    lockMessage: messages.lockMessage,
    findByKey: messages.findByKey,
    storeClientKey: messages.addClientKey,
    setOutcome,
    changeContent,
    listMessages: (page) => listMessages(db.q, page),

    async page(viewer, id, { before, kind, limit }) {
      const q = db.together();
      const [, mergedTickets] = await Promise.all([reading.getFrom(q, viewer, id), mergedTicketsOf(q, id)]);
      const kinds: Pick<Page, 'kinds'> = kind === 'event' ? { kinds: ['event'] } : {};
      const page = { ticketId: id, mergedTickets, before, ...kinds, limit: limit + 1 };
      const rows = await messages.listMessages(q, page);
      return { data: rows.slice(-limit), has_more: rows.length > limit };
    },

    async append(tx, ticket, entry) {
      const awake = await snooze.wakeFor(tx, ticket, entry);
      const isKeyed = entry.clientKey && !entry.isLockedFor;
      const [owned, known] = await Promise.all([
        entry.isLockedFor ? awake : freed(tx, awake),
        isKeyed ? messages.findByKey(tx.q, ticket.id, entry.clientKey ?? '') : undefined,
      ]);
      if (known) return { message: known, ticket: owned, isNew: false };
      const [appended, followers] = await Promise.all([
        appendEntry(tx, owned, { ...entry, isLockedFor: true, follow }, clock.now()),
        entry.isQuiet ? [] : telling.listFollowers(tx, ticket.id),
      ]);
      if ((ticket.waiting_since === null) !== (appended.ticket.waiting_since === null))
        changes.announceCounts(tx);
      if (!entry.isQuiet) await telling.notifyOfMessage(tx, appended.ticket, appended.message, { followers });
      return appended;
    },

    async addEarlier(tx, ticket, message) {
      await addEarlierMessage(tx, ticket, message);
      if (message.failure !== null) await enqueueUnsentCheck(tx, ticket.id);
    },

    appendEvent: (tx, ticketId, line) => appendEvent(tx, ticketId, line, clock.now()),

    addNote: (viewer, id, body) =>
      db.transaction(async (tx) => {
        const { ticket, known } = await lockForEntry(tx, viewer, id, {
          key: body.client_key ?? '',
          isSame: (before) => isSameMessage(before, body),
        });
        if (!ticket) return known;
        const [owned] = await Promise.all([freed(tx, ticket), drafts.removeNoteDraft(tx, viewer, id)]);
        const note = { ...noteOf(viewer, body), isLockedFor: true };
        return writeNote(tx, { ticket: owned, seen: owned }, note);
      }),

    note: (tx, ticket, { viewer, goesTo, ...body }) =>
      writeNote(tx, { ticket, seen: { ...ticket, ...goesTo } }, noteOf(viewer, { ...body, file_ids: [] })),

    isOn: async (q, ticketId, entryOf) =>
      ticketId === entryOf || (await mergedTicketsOf(q, ticketId)).ids.includes(entryOf),

    async lastWrittenIn(q, ticketId, conversations) {
      const [last] = await listMessages(q, { ticketId, conversations, kinds: ['inbound'], limit: 1 });
      return last?.conversation_id ?? undefined;
    },

    advanceStates: async (tx, ticketId, change) =>
      states.advanceStates(tx.q, { ...change, mergedTickets: await mergedTicketsOf(tx.q, ticketId) }),

    async followOptOut(tx, ticketId, by, isOut) {
      const ticket = await lockCurrentTicket(tx.q, ticketId);
      if (!ticket || ticket.status === 'solved' || ticket.status === 'closed') return;
      const now = clock.now();
      if (!isOut) {
        const due = await sla.optedIn(tx, ticket, by);
        if (Object.keys(due).length > 0) await applyTraces(tx, ticket, due, now);
        return;
      }
      const mergedTickets = await mergedTicketsOf(tx.q, ticket.id);
      const from = ticket.waiting_since ?? now.toISOString();
      const since = await findWaitingSince(tx.q, mergedTickets, from);
      const due = since === null ? await sla.optedOut(tx, ticket, by) : {};
      await applyTraces(tx, ticket, { ...due, waiting_since: since === null ? null : new Date(since) }, now);
      if (ticket.waiting_since !== null && since === null) changes.announceCounts(tx);
    },

    markRead: (viewer, id, messageId) =>
      db.transaction(async (tx) => {
        const ticket = await changes.lockVisible(tx, viewer, id);
        if (ticket.assignee_id !== viewer.id) return;
        const mergedTickets = await mergedTicketsOf(tx.q, id);
        const ids = await states.advanceStates(tx.q, {
          mergedTickets,
          upTo: messageId,
          kind: 'inbound',
          state: 'read',
        });
        for (const read of ids)
          tx.emit('message-state', { ticket_id: id, message_id: read, state: 'read', failure: null }, [
            `ticket:${id}`,
          ]);
        if (ids.length > 0) tx.afterCommit(() => notices.send('messages-read', { ticket_id: id, ids }));
        const left = await messages.countUnread(tx.q, mergedTickets, messageId);
        if (left !== ticket.unread) await applyTraces(tx, ticket, { unread: left }, clock.now());
      }),
  };
}

type ReplyContent = { body: string; file_ids: readonly string[]; choices?: readonly string[] | undefined };

/** Whether a repeated request has the same text, files and choices. */
export const isSameMessage = (
  known: Pick<Message, 'body' | 'attachments' | 'extra'>,
  { body, file_ids: fileIds, choices = [] }: ReplyContent,
): boolean =>
  known.body === body &&
  JSON.stringify(known.extra?.choices ?? []) === JSON.stringify(choices) &&
  known.attachments.length === fileIds.length &&
  known.attachments.every(({ id }) => fileIds.includes(id));
