import type { AnswerChanges, Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Customers } from '#modules/customers';
import { changesBetween, ticketWithChanges } from './changes.ts';
import type { TicketFields } from './custom-fields.ts';
import { findCurrentTicket } from './merged-tickets.ts';
import { listChangesSince, type Author } from './timeline/message-store.ts';
import type { OwnerCheck } from './owners/owner-check.ts';
import { canSee } from './policy.ts';
import { ticketRooms } from './rooms.ts';
import type { Sla } from './sla/service.ts';
import { withSnooze } from './snooze/rules.ts';
import * as store from './store.ts';
import type { clocksToRestore } from './undo/values-to-restore.ts';
import type { UndoSnapshots } from './undo/undo-snapshots.ts';
import { insertUndo } from './undo/store.ts';
import type { FieldValues } from './store.ts';
import { appendEvent, emitUnreadCount } from './timeline/time-line.ts';

type Changed = { before: Ticket; after: Ticket; actor: Author };
/** Runs in the transaction of the change; throwing undoes the change. */
export type ChangeListener = (tx: Tx, change: Changed) => Promise<void>;
/** Changes fields of a ticket that is locked in this transaction. Returns the same ticket if nothing changes. */
export type ChangeTicket = (tx: Tx, before: Ticket, fields: FieldValues, actor: Author) => Promise<Ticket>;

type ClocksBack = ReturnType<typeof clocksToRestore>;
type Deps = Pick<Platform, 'db' | 'clock' | 'notices'> & {
  sla: Sla;
  agents: Agents;
  customers: Customers;
  customFields: TicketFields;
  keeper: UndoSnapshots;
  owners: OwnerCheck;
};

export const byUser = (viewer: Viewer): Author => ({ type: 'user', id: viewer.id, name: viewer.fullname });

type Solving = { version: number; fields?: AnswerChanges };

const isOpen = ({ status }: Pick<Ticket, 'status'>): boolean => status !== 'solved' && status !== 'closed';

/**
 * Changes of tickets: permissions, stale writes, and their consequences. @throws AppError `not_found` for a ticket that the
 * viewer does not see; `stale` for a version that is not the latest
 */
export type ChangeService = {
  /** Registers a listener that runs in the transaction of each change; throwing undoes the change. */
  onChange(listener: ChangeListener): void;
  change: ChangeTicket;
  /** Restores an earlier state, without checking required fields. */
  restore(...change: [...Parameters<ChangeTicket>, clocks?: ClocksBack]): Promise<Ticket>;
  /** Tells lists and open pages. Users who can no longer see the ticket are told that it is gone. */
  emitChange(tx: Tx, before: Ticket | undefined, after: Ticket): void;
  announceCounts(tx: Tx): void;
  lockSeen(tx: Tx, viewer: Viewer, id: number): Promise<Ticket>;
  /** Locks a ticket for a change. @throws AppError `ticket_merged` */
  lockVisible(tx: Tx, viewer: Viewer, id: number): Promise<Ticket>;
  demandNotMerged(tx: Tx, ticket: Ticket): Promise<void>;
  /** @throws AppError `stale` with what others have changed since that version */
  demandFresh(tx: Tx, current: Ticket, version: number): Promise<void>;
  edit(
    viewer: Viewer,
    id: number,
    version: number,
    fields: (before: Ticket, tx: Tx) => FieldValues | Promise<FieldValues>,
  ): Promise<Ticket>;
  /** Assigns the ticket to the viewer. @throws AppError `already_assigned` if somebody was faster */
  take(viewer: Viewer, id: number): Promise<Ticket>;
  /** Null unassigns it. */
  assign(viewer: Viewer, id: number, to: { version: number; assignee_id: number | null }): Promise<Ticket>;
  /** @throws AppError `conflict` for a closed ticket; `fields_missing` if it lacks answers */
  solve(viewer: Viewer, id: number, how: Solving): Promise<Ticket>;
  reopen(viewer: Viewer, id: number, version: number): Promise<Ticket>;
  /** Ends the wait of a customer who needs no reply. Returns the same ticket if nobody waits. */
  endReplyWait(viewer: Viewer, id: number, version: number): Promise<Ticket>;
};

/** Changes of tickets: permissions, stale writes, and their consequences. */
export function createChangeService(deps: Deps): ChangeService {
  const { db, clock, notices, sla, agents, customers, customFields, keeper, owners } = deps;
  const listeners: ChangeListener[] = [];

  function emitChange(tx: Tx, before: Ticket | undefined, after: Ticket): void {
    const rooms = ticketRooms(after);
    const left = before ? ticketRooms(before).filter((room) => !rooms.includes(room)) : [];
    if (left.length > 0) tx.emit('ticket-removed', { id: after.id }, left);
    tx.emit('ticket-changed', after, rooms);
    announceCounts(tx);
  }

  function announceCounts(tx: Tx): void {
    tx.afterCommit(() => notices.send('ticket-counts', null));
  }

  /** Required fields are checked for people only, not for automatic changes and merges. */
  async function demandComplete(tx: Tx, before: Ticket, fields: FieldValues, actor: Author): Promise<void> {
    if (before.merged_into !== null) return;
    const { status = before.status } = fields;
    if (actor.type === 'user' && isOpen(before) && !isOpen({ status }))
      await customFields.demandSolvable(tx.q, { ...before, ...fields });
  }

  async function change(tx: Tx, before: Ticket, wanted: FieldValues, actor: Author): Promise<Ticket> {
    const fields = withSnooze(before, await owners.withOwner(tx, before, wanted), actor);
    await demandComplete(tx, before, fields, actor);
    if (actor.type !== 'user' || actor.id === null) return restore(tx, before, fields, actor);
    if (changesBetween(before, fields).length === 0) return before;
    return undoable(tx, before, actor.id, () => restore(tx, before, fields, actor));
  }

  /** Stores the state before and after a user's change, for undoing it. */
  async function undoable(
    tx: Tx,
    { id }: Ticket,
    userId: number,
    run: () => Promise<Ticket>,
  ): Promise<Ticket> {
    const was = await keeper.takeSnapshot(tx.q, id);
    const after = await run();
    const kept = { before: was, after: await keeper.retakeSnapshot(tx.q, was) };
    const { version } = after;
    await insertUndo(tx.q, { ticket_id: id, version, user_id: userId, at: clock.now(), kept });
    return after;
  }

  async function endWait(tx: Tx, before: Ticket, actor: Author): Promise<Ticket> {
    const now = clock.now();
    const due = await sla.noReplyNeeded(tx, before, actor);
    const nobody = { waiting_since: null, unread: 0, returned_at: null };
    await store.updateFields(tx.q, before.id, { ...nobody, ...due }, now);
    const [after] = await Promise.all([
      store.findTicket(tx.q, before.id).then(found),
      appendEvent(tx, before.id, { event: { type: 'wait_ended' }, author: actor }, now),
    ]);
    emitChange(tx, before, after);
    if (before.unread > 0) emitUnreadCount(tx, before.assignee_id, before.media_id);
    return after;
  }

  /** Solving ends the customer's wait; if a user reopens the ticket, the customer waits as before. */
  async function withWaits(
    tx: Tx,
    before: Ticket,
    fields: FieldValues,
    { type }: Author,
  ): Promise<FieldValues> {
    const { status = before.status } = fields;
    if (isOpen(before) === isOpen({ status })) return fields;
    const { waiting_since, unread } = before;
    if (isOpen(before))
      return {
        waited_since: waiting_since,
        waited_unread: unread,
        ...fields,
        waiting_since: null,
        unread: 0,
      };
    const nobody = { waited_since: null, waited_unread: 0 };
    if (type !== 'user') return { ...nobody, ...fields };
    const waited = await store.findStatusOfTicket(tx.q, before.id);
    return { waiting_since: waited.waited_since, unread: waited.waited_unread, ...nobody, ...fields };
  }

  async function restore(
    ...[tx, before, wanted, actor, clocks]: [...Parameters<ChangeTicket>, clocks?: ClocksBack]
  ): Promise<Ticket> {
    const changes = changesBetween(before, wanted);
    if (changes.length === 0) return before;
    const now = clock.now();
    const fields = await withWaits(tx, before, wanted, actor);
    const moved = ticketWithChanges(before, fields);
    const due = clocks
      ? await sla.restored(tx, moved, clocks, actor)
      : await sla.changed(tx, before, moved, actor);
    await store.updateFields(tx.q, before.id, { ...fields, ...due }, now);
    const event = { type: 'changed', changes, version: before.version + 1 } as const;
    const [after] = await Promise.all([
      store.findTicket(tx.q, before.id).then(found),
      appendEvent(tx, before.id, { event, author: actor }, now),
    ]);
    emitChange(tx, before, after);
    // What the customer's figures say to those who see only their departments changes with the department too.
    if (isOpen(before) !== isOpen(after) || before.department_id !== after.department_id)
      await customers.emitCustomer(tx, after.customer_id);
    const isOther = after.assignee_id !== before.assignee_id || after.unread > 0 !== before.unread > 0;
    if (isOther && before.unread + after.unread > 0) {
      emitUnreadCount(tx, before.assignee_id, before.media_id);
      emitUnreadCount(tx, after.assignee_id, after.media_id);
    }
    for (const listener of listeners) await listener(tx, { before, after, actor });
    return after;
  }

  /** Locks a ticket for writing, which must not be merged into another. */
  async function lockVisible(tx: Tx, viewer: Viewer, id: number): Promise<Ticket> {
    const ticket = await lockSeen(tx, viewer, id);
    await demandNotMerged(tx, ticket);
    return ticket;
  }

  async function lockSeen(tx: Tx, viewer: Viewer, id: number): Promise<Ticket> {
    const ticket = await store.lockTicket(tx.q, id);
    if (!ticket || !canSee(viewer, ticket)) throw new AppError('not_found');
    return ticket;
  }

  async function demandNotMerged(tx: Tx, ticket: Ticket): Promise<void> {
    const current = ticket.merged_into === null ? undefined : await findCurrentTicket(tx.q, ticket.id);
    if (current) throw new AppError('ticket_merged', { id: current.id, number: current.number });
  }

  async function demandFresh(tx: Tx, current: Ticket, version: number): Promise<void> {
    if (current.version === version) return;
    const changes = await listChangesSince(tx.q, current.id, current.created_at, version);
    throw new AppError('stale', { current, changes });
  }

  async function edit(
    viewer: Viewer,
    id: number,
    version: number,
    fields: (before: Ticket, tx: Tx) => FieldValues | Promise<FieldValues>,
  ): Promise<Ticket> {
    return db.transaction(async (tx) => {
      const before = await lockVisible(tx, viewer, id);
      await demandFresh(tx, before, version);
      return change(tx, before, await fields(before, tx), byUser(viewer));
    });
  }

  return {
    onChange: (listener) => void listeners.push(listener),
    change,
    restore,
    emitChange,
    announceCounts,
    lockSeen,
    lockVisible,
    demandNotMerged,
    demandFresh,
    edit,

    take: (viewer, id) =>
      db.transaction(async (tx) => {
        const before = await lockVisible(tx, viewer, id);
        if (before.assignee_id === viewer.id) return before;
        if (before.assignee_id !== null)
          throw new AppError('already_assigned', { assignee_id: before.assignee_id });
        return change(tx, before, { assignee_id: viewer.id }, byUser(viewer));
      }),

    assign: (viewer, id, { version, assignee_id }) =>
      edit(viewer, id, version, async (_, tx) => {
        if (assignee_id !== null) await agents.demandAssignable(tx.q, assignee_id);
        return { assignee_id };
      }),

    solve: (viewer, id, { version, fields = {} }) =>
      edit(viewer, id, version, async (before, tx) => {
        if (before.status === 'closed') throw new AppError('conflict', { reason: 'ticket_closed' });
        const answers = await customFields.answersWhileSolving(tx.q, { viewer, before }, fields);
        return { status: 'solved', solved_at: clock.now(), fields: answers };
      }),

    endReplyWait: (viewer, id, version) =>
      db.transaction(async (tx) => {
        const before = await lockVisible(tx, viewer, id);
        await demandFresh(tx, before, version);
        if (before.waiting_since === null) return before;
        return undoable(tx, before, viewer.id, () => endWait(tx, before, byUser(viewer)));
      }),

    reopen: (viewer, id, version) => edit(viewer, id, version, () => ({ status: 'open', solved_at: null })),
  };
}
