import { currentDayIn, ticketNumber, type BodyOf, type createTicket, type Ticket } from '@trunkline/contract';
import { demand, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import { createBulk } from './bulk/service.ts';
import { byUser, createChangeService } from './change-service.ts';
import { ticketsInDepartmentMerge } from './department-merge.ts';
import { createTicketFields } from './custom-fields.ts';
import { lockCurrentTicket } from './merged-tickets.ts';
import { createNotices } from './notices/service.ts';
import { ticketsInCustomerMerge } from './customer-merge.ts';
import type { NewTicketFields } from './new-ticket-fields.ts';
import { createOwnerCheck } from './owners/owner-check.ts';
import { createOwners } from './owners/owner-service.ts';
import { createReadService } from './read-service.ts';
import { createRelations } from './relations/service.ts';
import { ticketListRooms } from './rooms.ts';
import { createSla } from './sla/service.ts';
import { createTicketSla } from './sla/ticket-sla.ts';
import { createSnooze } from './snooze/service.ts';
import { demandSnooze } from './snooze/rules.ts';
import * as store from './store.ts';
import type { NewTicketOptions, Tickets } from './tickets.ts';
import { createAttachments } from './timeline/file-service.ts';
import { noteOf } from './timeline/note.ts';
import { appendEntry, appendEvent, SYSTEM } from './timeline/time-line.ts';
import { createTimeline } from './timeline/timeline-service.ts';
import { createUnsentJob } from './timeline/unsent-job.ts';
import { createUndoSnapshots } from './undo/undo-snapshots.ts';
import { createUndos } from './undo/service.ts';
import { createViews } from './views/service.ts';
import { registerCustomerFigures } from './privacy/customer-figures.ts';
import { registerTicketErasure, renameAuthor } from './privacy/erasing.ts';
import { expireFiles } from './privacy/file-retention.ts';
import { registerTicketExport } from './privacy/customer-export.ts';

type Deps = Platform & {
  auth: Pick<Auth, 'viewerOf'>;
  settings: Settings;
  agents: Agents;
  customers: Customers;
};

export function createTickets(platform: Deps): Tickets {
  const { db, clock, jobs, settings, agents, customers } = platform;
  const sla = createSla(platform);
  const customFields = createTicketFields(settings);
  const keeper = createUndoSnapshots();
  const ownerCheck = createOwnerCheck(platform);
  const changes = createChangeService({ ...platform, sla, customFields, keeper, owners: ownerCheck });
  const owners = createOwners({ ...platform, change: changes.change });
  const undos = createUndos({ ...platform, sla, changes, customFields, keeper });
  const attachments = createAttachments(platform);
  const reading = createReadService({ ...platform, attachments, customFields });
  const bulk = createBulk({
    ...platform,
    customFields,
    change: changes.change,
    restoreSince: undos.restoreSince,
    viewerOf: platform.auth.viewerOf,
  });
  const views = createViews({ ...platform, customFields, settings });
  const { registerPending } = createUnsentJob({ ...platform, sla });
  const { get } = reading;
  const telling = createNotices({ ...platform, get });
  changes.onChange(async (tx, { before, after, actor }) => {
    if (before.status !== after.status) await telling.notifyOfStatus(tx, after, actor);
  });
  const snooze = createSnooze({ ...platform, changes, telling });
  const relations = createRelations({ ...platform, sla, changes, open, undos, keeper });
  customers.onEdit({
    before: (q, id) => store.lockOfCustomer(q, id),
    rooms: async (q, id) => (await store.listVisibilityOfCustomer(q, id)).flatMap(ticketListRooms),
  });
  customers.merging.registerOwned(ticketsInCustomerMerge(changes.emitChange));
  settings.departments.register(ticketsInDepartmentMerge(platform));
  registerTicketErasure(customers);
  registerCustomerFigures(customers);
  agents.onRename(renameAuthor);
  registerTicketExport(platform);
  expireFiles(settings);
  jobs.define('tickets:fold-counts', () => store.compactCounts(db.q));
  jobs.schedule('tickets:fold-counts', '* * * * *');

  const timeline = createTimeline({
    ...platform,
    sla,
    changes,
    telling,
    freed: owners.freed,
    snooze,
    reading,
    registerPending,
  });
  const ticketSla = createTicketSla({ ...platform, sla, getFrom: reading.getFrom });

  /** The customer's counts are kept by the database. */
  async function open(tx: Tx, opening: NewTicketFields, by: NewTicketOptions = {}): Promise<Ticket> {
    const { viewer, clientKey, isOurs, isQuiet } = by;
    const now = clock.now();
    const { department_id, priority_id } = opening;
    const [{ ticket_number: format, time_zone: zone }, clocks, customer_id, counter] = await Promise.all([
      settings.config(),
      sla.open(tx, { department_id, priority_id, isOurs, isQuiet }, now),
      customers.merging.resolve(tx, opening.customer_id),
      store.nextCounter(tx.q),
    ]);
    const id = await store.insertTicket(tx.q, {
      ...opening,
      customer_id,
      tags: opening.tags ?? [],
      fields: opening.fields ?? {},
      priority_id: clocks.priority_id,
      number: ticketNumber(format, counter, currentDayIn(zone, now.getTime())),
      ...clocks.due,
      created_by: viewer?.id ?? null,
      client_key: clientKey ?? null,
      now,
    });
    const author = viewer ? byUser(viewer) : SYSTEM;
    const [ticket] = await Promise.all([
      store.findTicket(tx.q, id),
      appendEvent(tx, id, { event: { type: 'created' }, author }, now),
    ]);
    if (!ticket) throw new Error(`ticket ${id} is not readable after it was written`);
    await clocks.keep(ticket, author);
    changes.emitChange(tx, undefined, ticket);
    await customers.announceNewTicket(tx, ticket.customer_id);
    return ticket;
  }

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

  return {
    ...reading,
    timeline,
    files: attachments,
    sla: ticketSla,
    relations,
    notices: telling,
    bulk,
    views,
    snooze,
    open,
    create,
    lock: (tx, id) => lockCurrentTicket(tx.q, id),
    lockVisible: changes.lockVisible,
    demandFresh: changes.demandFresh,
    change: changes.change,
    onChange: changes.onChange,
    take: changes.take,
    assign: changes.assign,
    solve: changes.solve,
    reopen: changes.reopen,
    endReplyWait: changes.endReplyWait,
    freed: owners.freed,
    undoChange: undos.undoChange,
    restoreSince: undos.restoreSince,
    onUndo: undos.onUndo,

    update: (viewer, id, { version, ...fields }) =>
      changes.edit(viewer, id, version, async (before, tx) => {
        if (fields.status && (before.status === 'solved' || before.status === 'closed')) {
          throw new AppError('conflict', { reason: 'reopen_first' });
        }
        demandSnooze(before, fields, clock.now());
        const category = fields.category_id === undefined ? before.category_id : fields.category_id;
        const isMoved = category !== before.category_id && fields.subcategory_id === undefined;
        await settings.demandSubcategory(tx.q, category, fields.subcategory_id);
        const answers = await customFields.changed(tx.q, before, fields);
        return { ...fields, ...(isMoved && { subcategory_id: null }), fields: answers };
      }),

    transfer: (viewer, id, { version, department_id, note }) =>
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
  };
}
