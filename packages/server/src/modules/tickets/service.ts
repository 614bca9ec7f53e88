import type {
  BodyOf,
  createTicket,
  Message,
  Ticket,
  transferTicket,
  updateTicket,
} from '@trunkline/contract';
import { demand, type Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import { createBulk } from './bulk/service.ts';
import { createNotices } from './notices/service.ts';
import { createRelations } from './relations/service.ts';
import { byUser, createChangeService, saysTheSame } from './change-service.ts';
import { createDrafts } from './timeline/drafts.ts';
import { createTicketFields } from './custom-fields.ts';
import { mergedTicketsOf, findCurrentTicket, lockCurrentTicket } from './merged-tickets.ts';
import { createAttachments } from './timeline/file-service.ts';
import * as messages from './timeline/message-store.ts';
import * as states from './timeline/message-states.ts';
import type { Author } from './timeline/message-store.ts';
import { createOwnerCheck, createOwners } from './owners/owner-service.ts';
import { canSee } from './policy.ts';
import type { Opening } from './opening.ts';
import { createReadService } from './read-service.ts';
import { listRoomsOf } from './rooms.ts';
import { ticketsOfCustomer } from './of-customer.ts';
import * as store from './store.ts';
import { createSlaJobs } from './sla/jobs.ts';
import { createSla } from './sla/service.ts';
import { createUnsentJob } from './timeline/unsent-job.ts';
import { createUndoKeeper } from './undo/keeper.ts';
import { createUndos } from './undo/service.ts';
import { createViews } from './views/service.ts';
import {
  appendEntry,
  appendEvent,
  changeContent,
  leaveTraces,
  setOutcome,
  SYSTEM,
  type Entry,
  type Follow,
} from './timeline/time-line.ts';

export type Tickets = ReturnType<typeof createTickets>;
type Opener = { viewer?: Viewer; clientKey?: string; isOurs?: boolean; isQuiet?: boolean };
type Deps = Platform & {
  auth: Pick<Auth, 'viewerOf'>;
  settings: Settings;
  agents: Agents;
  customers: Customers;
};

export function createTickets(platform: Deps) {
  const { db, clock, jobs, notices, settings, agents, customers } = platform;
  const sla = createSla(platform);
  const slaJobs = createSlaJobs({ ...platform, sla });
  const customFields = createTicketFields(settings);
  const keeper = createUndoKeeper();
  const ownerCheck = createOwnerCheck(platform);
  const changes = createChangeService({ ...platform, sla, customFields, keeper, owners: ownerCheck });
  const owners = createOwners({ ...platform, change: changes.change });
  const undos = createUndos({ ...platform, sla, changes, customFields, keeper });
  const attachments = createAttachments(platform);
  const reading = createReadService({ ...platform, attachments, sla, customFields });
  const bulk = createBulk({
    ...platform,
    customFields,
    change: changes.change,
    putBackSince: undos.putBackSince,
    viewerOf: platform.auth.viewerOf,
  });
  const views = createViews({ ...platform, customFields });
  createUnsentJob({ ...platform, sla });
  const { get } = reading;
  const telling = createNotices({ ...platform, get });
  changes.onChange(async (tx, { before, after, actor }) => {
    if (before.status !== after.status) await telling.tellOfStatus(tx, after, actor);
  });
  const relations = createRelations({ ...platform, sla, changes, open, undos, keeper });
  customers.onEdit({
    before: (q, id) => store.lockOfCustomer(q, id),
    rooms: async (q, id) => (await store.listPlacesOfCustomer(q, id)).flatMap(listRoomsOf),
  });
  customers.merging.registerOwned(ticketsOfCustomer(changes.tell));
  jobs.define('tickets:fold-counts', () => store.foldCounts(db.q));
  jobs.schedule('tickets:fold-counts', '* * * * *');

  /**
   * Opens a ticket and tells the lists. The customer's counts are kept by the database. `isOurs`: it begins with what we
   * write, so nobody waits for a first response. `isQuiet`: with an automatic mail, so nobody waits at all.
   */
  async function open(tx: Tx, opening: Opening, by: Opener = {}): Promise<Ticket> {
    const { viewer, clientKey, isOurs, isQuiet } = by;
    const now = clock.now();
    const priority_id = opening.priority_id ?? (await settings.defaultPriority(tx.q)).id;
    const { department_id } = opening;
    const clocks = await sla.open(tx, { department_id, priority_id, isOurs, isQuiet }, now);
    const id = await store.insertTicket(tx.q, {
      ...opening,
      customer_id: await customers.merging.resolve(tx, opening.customer_id),
      tags: opening.tags ?? [],
      fields: opening.fields ?? {},
      priority_id,
      number: await store.nextNumber(tx.q),
      ...clocks.due,
      created_by: viewer?.id ?? null,
      client_key: clientKey ?? null,
      now,
    });
    const ticket = await store.findTicket(tx.q, id);
    if (!ticket) throw new Error(`ticket ${id} is not readable after it was written`);
    const author = viewer ? byUser(viewer) : SYSTEM;
    await appendEvent(tx, id, { event: { type: 'created' }, author }, now);
    await clocks.keep(ticket, author);
    changes.tell(tx, undefined, ticket);
    await customers.tellNewTicket(tx, ticket.customer_id);
    return ticket;
  }

  const follow: Follow = (tx, ticket, { kind, author }) =>
    kind === 'inbound' ? sla.customerWrote(tx, ticket, author) : sla.answered(tx, ticket, author);

  async function create(
    viewer: Viewer,
    { client_key: clientKey, note, ...opening }: BodyOf<typeof createTicket>,
  ): Promise<Ticket> {
    return db.transaction(async (tx) => {
      const before = await store.findByClientKey(tx.q, viewer, clientKey);
      if (before) return before;
      await settings.demandSubcategory(tx.q, opening.category_id, opening.subcategory_id);
      if (opening.assignee_id && opening.assignee_id !== viewer.id) demand(viewer, 'TICKETS:ASSIGN');
      if (opening.assignee_id) await agents.demandAssignable(tx.q, opening.assignee_id);
      const fields = await customFields.ofNew(tx.q, opening);
      const ticket = await open(tx, { ...opening, fields }, { viewer, clientKey });
      if (note.trim())
        await appendEntry(
          tx,
          ticket,
          noteOf(viewer, { body: note, client_key: null, file_ids: [] }),
          clock.now(),
        );
      return ticket;
    });
  }

  async function writeNote(tx: Tx, on: { ticket: Ticket; seen: Ticket }, note: Entry): Promise<Message> {
    const mentioned = await telling.demandMentionable(tx, on.seen, note.body);
    const { message, isNew } = await appendEntry(tx, on.ticket, note, clock.now());
    if (isNew) await telling.tellOfMessage(tx, on.ticket, message, mentioned);
    return message;
  }

  return {
    ...createDrafts({ ...platform, get }),
    ...changes,
    ...undos,
    ...reading,
    ...relations,
    ...telling,
    files: attachments,
    ...owners,
    /** Changes of many at once. */
    bulk,
    /** Lists under a name, and how each person's desk is set. */
    views,
    open,
    create,
    /** What somebody has opened under that key. */
    findOpened: (q: Query, viewer: Viewer, clientKey: string) => store.findByClientKey(q, viewer, clientKey),
    /** Where one ticket was merged into another, it is the other that is locked and read. */
    lock: (tx: Tx, id: number) => lockCurrentTicket(tx.q, id),
    idOfNumber: (q: Query, number: string) => store.findIdByNumber(q, number),
    read: findCurrentTicket,
    maySee: canSee,
    async append(tx: Tx, ticket: Ticket, entry: Entry): ReturnType<typeof appendEntry> {
      const owned = await owners.freed(tx, ticket);
      const appended = await appendEntry(tx, owned, { ...entry, follow }, clock.now());
      if ((ticket.waiting_since === null) !== (appended.ticket.waiting_since === null))
        changes.tellCounts(tx);
      if (appended.isNew && !entry.isQuiet)
        await telling.tellOfMessage(tx, appended.ticket, appended.message);
      return appended;
    },
    appendEvent: (tx: Tx, ticketId: number, line: Parameters<typeof appendEvent>[2]) =>
      appendEvent(tx, ticketId, line, clock.now()),
    /** Somebody has answered by something else than a message, by picking up a call for example. The ticket is locked. */
    async answerFirst(tx: Tx, ticket: Ticket, by: Author): Promise<void> {
      const now = clock.now();
      const isFirst = ticket.first_response_at === null;
      const due = await sla.answered(tx, ticket, by);
      if (isFirst || Object.keys(due).length > 0)
        await leaveTraces(tx, ticket, { ...due, ...(isFirst && { first_response_at: now }) }, now);
    },
    slaJobs,
    isQuiet: sla.isQuiet,
    answersOfNew: customFields.ofNew,
    findSent: messages.findByKey,
    hasMessage: async (q: Query, ticketId: number, clientKey: string): Promise<boolean> =>
      (await messages.findByKey(q, ticketId, clientKey)) !== undefined,
    advanceStates: async (tx: Tx, ticketId: number, change: Omit<states.StateAdvance, 'mergedTickets'>) =>
      states.advanceStates(tx.q, { ...change, mergedTickets: await mergedTicketsOf(tx.q, ticketId) }),
    findByKey: messages.findByKey,
    keepKey: messages.keepKey,
    findMessage: (q: Query, id: number, createdAt: string) => messages.findMessage(q, id, createdAt),
    lockMessage: (q: Query, id: number, createdAt: string) => messages.lockMessage(q, id, createdAt),
    setOutcome,
    changeContent,
    foldCounts: () => store.foldCounts(db.q),

    update: (
      viewer: Viewer,
      id: number,
      { version, ...fields }: BodyOf<typeof updateTicket>,
    ): Promise<Ticket> =>
      changes.edit(viewer, id, version, async (before, tx) => {
        if (fields.status && (before.status === 'solved' || before.status === 'closed')) {
          throw new AppError('conflict', { message: 'Open the ticket again first' });
        }
        const category = fields.category_id === undefined ? before.category_id : fields.category_id;
        const isMoved = category !== before.category_id && fields.subcategory_id === undefined;
        await settings.demandSubcategory(tx.q, category, fields.subcategory_id);
        const answers = await customFields.changed(tx.q, before, fields);
        return { ...fields, ...(isMoved && { subcategory_id: null }), fields: answers };
      }),

    transfer: (
      viewer: Viewer,
      id: number,
      { version, department_id, note }: BodyOf<typeof transferTicket>,
    ): Promise<Ticket> =>
      changes.edit(viewer, id, version, async (before, tx) => {
        if (note.trim())
          await appendEntry(
            tx,
            before,
            noteOf(viewer, { body: note, client_key: null, file_ids: [] }),
            clock.now(),
          );
        return { department_id, assignee_id: null };
      }),

    addNote: (viewer: Viewer, id: number, body: NoteBody): Promise<Message> =>
      db.transaction(async (tx) => {
        const { ticket, known } = await changes.lockForEntry(tx, viewer, id, {
          key: body.client_key ?? '',
          isSame: (known) => saysTheSame(known, body),
        });
        if (!ticket) return known;
        await store.removeDraft(tx.q, { ticketId: id, userId: viewer.id, kind: 'note' });
        const owned = await owners.freed(tx, ticket);
        return writeNote(tx, { ticket: owned, seen: owned }, noteOf(viewer, body));
      }),

    /** A note on a ticket that is locked in this transaction. Whom it mentions is told; they must see it where it goes. */
    note: (
      tx: Tx,
      ticket: Ticket,
      { viewer, goesTo, ...body }: Omit<NoteBody, 'file_ids'> & { viewer: Viewer; goesTo: Partial<Ticket> },
    ): Promise<Message> =>
      writeNote(tx, { ticket, seen: { ...ticket, ...goesTo } }, noteOf(viewer, { ...body, file_ids: [] })),

    /** The assignee has seen the customer's messages. Returns what the customer may be told. */
    markRead: (viewer: Viewer, id: number, messageId: number): Promise<void> =>
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
        if (left !== ticket.unread) await leaveTraces(tx, ticket, { unread: left }, clock.now());
      }),
  };
}

type NoteBody = { body: string; client_key: string | null; file_ids: readonly string[] };

function noteOf(viewer: Viewer, { body, client_key: clientKey, file_ids: ids }: NoteBody): Entry {
  const files = { ids, uploader: { userId: viewer.id } };
  return {
    kind: 'note',
    body,
    author: byUser(viewer),
    conversationId: null,
    mediaId: null,
    state: null,
    clientKey,
    files,
  };
}
