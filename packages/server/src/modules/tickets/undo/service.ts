import type { BodyOf, Permission, Ticket, undoTicketChange } from '@trunkline/contract';
import { demand, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { byUser, type ChangeService } from '../change-service.ts';
import type { TicketFields } from '../custom-fields.ts';
import type { Author } from '../timeline/message-store.ts';
import { canSee } from '../policy.ts';
import type { Sla } from '../sla/service.ts';
import * as tickets from '../store.ts';
import { appendEvent, applyTraces } from '../timeline/time-line.ts';
import { changesBetween } from '../changes.ts';
import { answersToRestore, clocksToRestore, fieldsToRestore, type BeforeAfter } from './values-to-restore.ts';
import type { UndoSnapshots, UndoListener } from './undo-snapshots.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  sla: Sla;
  changes: ChangeService;
  customFields: Pick<TicketFields, 'restoreAnswers'>;
  keeper: UndoSnapshots;
};
type Range = { after: number; upTo: number };

/** Undoes changes of tickets: every field, SLA clock and conversation that the change touched and that is unchanged since. */
export type Undos = {
  /** Registers the module whose rows belong to tickets; to be called once. */
  onUndo(own: UndoListener): void;
  /** `values`: fields to restore instead of those that the change touched. Returns the same ticket if nothing is left to undo. */
  restoreStored(
    tx: Tx,
    before: Ticket,
    kept: BeforeAfter,
    how: { actor: Author; values?: tickets.FieldValues; now?: BeforeAfter['after'] },
  ): Promise<Ticket>;
  /** Undoes everything that this user changed in that range of versions, latest first. */
  restoreSince(tx: Tx, ticket: Ticket, viewer: Viewer, range: Range): Promise<Ticket>;
  /** Undoes a change of the viewer's own within a day, even one by which they lost sight of the ticket. */
  undoChange(viewer: Viewer, id: number, body: BodyOf<typeof undoTicketChange>): Promise<Ticket>;
};

const KEPT_MS = 2 * 86_400_000;

export function createUndos({ db, clock, jobs, sla, changes, customFields, keeper }: Deps): Undos {
  async function restoreStored(
    tx: Tx,
    before: Ticket,
    kept: BeforeAfter,
    { actor, values, now: seen }: { actor: Author; values?: tickets.FieldValues; now?: BeforeAfter['after'] },
  ): Promise<Ticket> {
    const now = seen ?? (await keeper.retakeSnapshot(tx.q, kept.before));
    const own = values ?? fieldsToRestore({ ...kept, now: now.ticket });
    const answers = answersToRestore({
      before: kept.before.ticket.fields,
      after: kept.after.ticket.fields,
      now: before.fields,
    });
    const fields = { ...own, fields: await customFields.restoreAnswers(tx.q, before.fields, answers) };
    // Others have changed everything since that it changed.
    const isOfWait = changesBetween(kept.before.ticket, kept.after.ticket).length === 0;
    const isLeft = isOfWait ? 'waiting_since' in own : changesBetween(before, fields).length > 0;
    if (!values && !isLeft) return before;
    if (!values && isOfWait)
      await appendEvent(tx, before.id, { event: { type: 'wait_resumed' }, author: actor }, clock.now());
    const [was, then] = [kept.before.clocks, kept.after.clocks];
    const clocks = clocksToRestore({ before: was, after: then, now: now.clocks });
    const after = await write(tx, before, fields, { actor, clocks });
    await keeper.restoreAttached(tx, after, { ...kept, now }, actor);
    return after;
  }

  async function write(
    tx: Tx,
    before: Ticket,
    fields: tickets.FieldValues,
    { actor, clocks }: { actor: Author; clocks: ReturnType<typeof clocksToRestore> },
  ): Promise<Ticket> {
    if (changesBetween(before, fields).length > 0) return changes.restore(tx, before, fields, actor, clocks);
    const { fields: _, ...traces } = fields;
    const due = await sla.restored(tx, { ...before, ...tracesAsText(traces) }, clocks, actor);
    if (Object.keys({ ...traces, ...due }).length === 0) return before;
    await applyTraces(tx, before, { ...traces, ...due }, clock.now());
    changes.announceCounts(tx);
    return found(await tickets.findTicket(tx.q, before.id));
  }

  /** Undoes everything that this user changed on the ticket between these versions, latest first. */
  async function restoreSince(tx: Tx, ticket: Ticket, viewer: Viewer, range: Range): Promise<Ticket> {
    const undos = await store.listUndos(tx.q, { ticketId: ticket.id, userId: viewer.id, ...range });
    let now = ticket;
    for (const { kept } of undos) now = await restoreStored(tx, now, kept, { actor: byUser(viewer) });
    return now;
  }

  /** Whether nobody has written since: undoing would show later messages to a user who may not see them. */
  async function isUnchangedSince(
    tx: Tx,
    { id, version }: Ticket,
    viewer: Viewer,
    own: { version: number; at: string },
  ): Promise<boolean> {
    if (version !== own.version) return false;
    return !(await store.hasOthersWrittenSince(tx.q, { ticketId: id, userId: viewer.id, at: own.at }));
  }

  jobs.define('tickets:remove-old-undos', () =>
    store.removeOld(db.q, new Date(clock.now().getTime() - KEPT_MS)),
  );
  jobs.schedule('tickets:remove-old-undos', '47 3 * * *');

  return {
    onUndo: keeper.onUndo,
    restoreStored,
    restoreSince,

    undoChange: (viewer, id, { change, version }) =>
      db.transaction(async (tx) => {
        const ticket = found(await tickets.lockTicket(tx.q, id));
        const range = { after: change - 1, upTo: change };
        const [own] = await store.listUndos(tx.q, { ticketId: id, userId: viewer.id, ...range });
        if (!canSee(viewer, ticket) && !(own && (await isUnchangedSince(tx, ticket, viewer, own))))
          throw new AppError('not_found');
        await changes.demandNotMerged(tx, ticket);
        await changes.demandFresh(tx, ticket, version);
        const isOver = !own || clock.now().getTime() - Date.parse(own.at) > KEPT_MS / 2;
        if (isOver) throw new AppError('conflict', { reason: 'undo_expired' });
        for (const permission of permissionsToUndo(own.kept.before.ticket, ticket, viewer))
          demand(viewer, permission);
        const after = await restoreStored(tx, ticket, own.kept, { actor: byUser(viewer) });
        if (after === ticket) throw new AppError('conflict', { reason: 'changed_since' });
        return after;
      }),
  };
}

const tracesAsText = (traces: object): Partial<Ticket> =>
  JSON.parse(JSON.stringify(traces)) as Partial<Ticket>;

const isDone = ({ status }: Pick<Ticket, 'status'>) => status === 'solved' || status === 'closed';

/** The permissions that undoing a change needs. Pure. */
export function permissionsToUndo(
  before: Pick<Ticket, 'status' | 'department_id' | 'assignee_id'>,
  ticket: Ticket,
  viewer: Pick<Viewer, 'id'>,
): Permission[] {
  const isGiven = before.assignee_id !== ticket.assignee_id && ticket.assignee_id !== viewer.id;
  const isMoved = before.department_id !== ticket.department_id;
  return [
    ...(isDone(before) === isDone(ticket) ? [] : (['TICKETS:SOLVE'] as const)),
    ...(isMoved ? (['TICKETS:TRANSFER'] as const) : []),
    // Transferring a ticket unassigns it, so undoing that assigns it again.
    ...(isGiven && !isMoved ? (['TICKETS:ASSIGN'] as const) : []),
  ];
}
