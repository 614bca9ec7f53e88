import type { BulkReason, Ticket } from '@trunkline/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { allows, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { byUser, type ChangeTicket } from '../change-service.ts';
import type { TicketFields } from '../custom-fields.ts';
import { canSee } from '../policy.ts';
import type { Undos } from '../undo/service.ts';
import { lockTicket, type FieldValues } from '../store.ts';
import { toBulkChange, hasChangedAnything } from './shape.ts';
import { reasonOf, refusalOf } from './refusals.ts';
import type { MacroRunner } from './macros.ts';
import {
  changedFieldsOf,
  isUnchanged,
  permissionsOf,
  bulkStepFor,
  type FieldAction,
  type BulkStep,
} from './steps.ts';
import * as store from './store.ts';

export type BulkWorkDeps = {
  change: ChangeTicket;
  restoreSince: Undos['restoreSince'];
  customFields: Pick<TicketFields, 'changed' | 'isSolvable' | 'answersWhereMissing'>;
  /** The user with their current permissions; undefined if the account is gone. */
  viewerOf: (userId: number) => Promise<Viewer | undefined>;
  macros: MacroRunner;
};
type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> & BulkWorkDeps;
type FieldStep = Extract<BulkStep, { fields: FieldValues }> & { viewer: Viewer };

const TASK = 'tickets:bulk';
/** Workers that bulk updates may use; the others are left for mail and other jobs. */
const CONCURRENCY = 2;
/** Priority: other jobs go first. */
const LATER = 10;
/** Tickets of one transaction: their locks are held for a few hundredths of a second. */
const AT_ONCE = 10;
/** After this time a run yields to other jobs and queues again. */
const SLICE_MS = 2000;
const TELL_EVERY_MS = 400;
/** An update without progress for this time was abandoned by its worker. */
const STALLED_MS = 20_000;
const KEPT_MS = 31 * 86_400_000;

/**
 * Runs bulk updates, some tickets per transaction, with pauses as long as the work, so that the database is free for others half
 * of the time. Each ticket's result is stored with its change, so that a crash repeats none and loses none.
 */
export function createBulkJob({
  db,
  clock,
  jobs,
  log,
  change,
  restoreSince: putBackSince,
  customFields,
  viewerOf,
  macros,
}: Deps) {
  /** One job per user at a time, at most `CONCURRENCY` in all, and with a lower priority than other jobs. */
  const enqueue = (tx: Tx, userId: number) =>
    tx.enqueue(
      TASK,
      { user_id: userId },
      { key: `${TASK}:${userId}`, queue: `${TASK}:${userId % CONCURRENCY}`, priority: LATER },
    );

  async function outcomeOf(
    tx: Tx,
    row: store.BulkRow,
    viewer: Viewer,
    ticketId: number,
  ): Promise<store.BulkTicketResult> {
    const ticket = await lockTicket(tx.q, ticketId);
    if (!ticket) return { ticketId, outcome: 'gone' };
    if (row.undoes !== null) return undone(tx, { undoes: row.undoes, viewer }, ticket);
    if (!canSee(viewer, ticket)) return { ticketId, outcome: 'gone' };
    // A merged ticket cannot be changed.
    if (ticket.merged_into !== null) return { ticketId, outcome: 'merged' };
    if (row.change.action === 'macro') {
      const wanted = { macro_id: row.change.macro_id, client_key: `bulk-${row.id}-${ticketId}` };
      const after = await macros.run(tx, viewer, ticket, wanted);
      // A macro that only sent or noted something changed no field, so there is nothing to undo.
      if (after.version === ticket.version) return { ticketId, outcome: 'changed' };
      return { ticketId, outcome: 'changed', kept: changedFieldsOf(ticket, after) };
    }
    const step = bulkStepFor(row.change, ticket, clock.now());
    if ('reason' in step) return { ticketId, outcome: step.reason };
    return changed(tx, row.change, ticket, { ...step, viewer });
  }

  /** Validated before anything is written, so that the other tickets of the transaction are not rolled back. */
  async function changed(
    tx: Tx,
    { action }: FieldAction,
    ticket: Ticket,
    { fields, answers = {}, viewer }: FieldStep,
  ): Promise<store.BulkTicketResult> {
    const by = byUser(viewer);
    try {
      if (action !== 'solve') {
        const given = await customFields.changed(tx.q, ticket, { ...fields, fields: answers });
        const solved = { ...ticket, ...fields, fields: given };
        if (fields.status === 'solved' && !(await customFields.isSolvable(tx.q, solved)))
          return { ticketId: ticket.id, outcome: 'fields_missing' };
        return became(ticket, await change(tx, ticket, { ...fields, fields: given }, by));
      }
      const given = await customFields.answersWhereMissing(tx.q, { viewer, before: ticket }, answers);
      if (await customFields.isSolvable(tx.q, { ...ticket, fields: given }))
        return became(ticket, await change(tx, ticket, { ...fields, fields: given }, by));
      const after = await change(tx, ticket, { fields: given }, by);
      return became(ticket, after, { changed: 'answered', same: 'fields_missing' });
    } catch (error) {
      const reason = error instanceof AppError && reasonOf(error);
      if (reason) return { ticketId: ticket.id, outcome: reason };
      throw error;
    }
  }

  async function undone(
    tx: Tx,
    { undoes, viewer }: { undoes: number; viewer: Viewer },
    ticket: Ticket,
  ): Promise<store.BulkTicketResult> {
    const kept = await store.findTicketChange(tx.q, undoes, ticket.id);
    // The update itself made the ticket invisible to its user, who may undo it as long as the ticket is unchanged.
    if (!canSee(viewer, ticket) && !(kept && isUnchanged(ticket, kept.after)))
      return { ticketId: ticket.id, outcome: 'gone' };
    if (ticket.merged_into !== null) return { ticketId: ticket.id, outcome: 'merged' };
    const { version = 0 } = kept?.after ?? {};
    // A macro may have changed it in several steps.
    const from = kept?.before.version ?? version - 1;
    const after = await putBackSince(tx, ticket, viewer, { after: from, upTo: version });
    // An answer whose option no longer exists cannot be restored.
    const same = kept && isUnchanged(ticket, kept.after) ? 'same' : 'changed_since';
    return became(ticket, after, { changed: 'changed', same });
  }

  async function recordOutcomes(
    tx: Tx,
    row: store.BulkRow,
    outcomes: readonly store.BulkTicketResult[],
  ): Promise<void> {
    for (const outcome of outcomes) await store.saveOutcome(tx.q, row.id, outcome);
    const left: Partial<Record<BulkReason, number>> = { ...row.left_out };
    for (const { outcome } of outcomes) if (outcome !== 'changed') left[outcome] = (left[outcome] ?? 0) + 1;
    const now = clock.now();
    const isToTell = row.told_at === null || now.getTime() - Date.parse(row.told_at) > TELL_EVERY_MS;
    await store.update(tx.q, row.id, {
      done: row.done + outcomes.length,
      changed: row.changed + outcomes.filter(({ outcome }) => outcome === 'changed').length,
      left_out: JSON.stringify(left),
      worked_at: now,
      ...(isToTell && { told_at: now }),
    });
    if (isToTell) await emitProgress(tx, row.id);
  }

  async function emitProgress(tx: Tx, id: number): Promise<void> {
    const row = await store.find(tx.q, id);
    if (row) tx.emit('bulk-changed', toBulkChange(row, clock.now()), [`user:${row.user_id}`]);
  }

  async function end(tx: Tx, row: store.BulkRow): Promise<void> {
    await store.update(tx.q, row.id, { status: 'done', ended_at: clock.now() });
    await emitProgress(tx, row.id);
    await giveBack(tx, row);
  }

  /** An undo that restored nothing can be tried again. */
  async function giveBack(tx: Tx, row: store.BulkRow): Promise<void> {
    if (row.undoes === null || hasChangedAnything(row)) return;
    await store.update(tx.q, row.undoes, { undone_by: null });
    await emitProgress(tx, row.undoes);
  }

  /** Processes the tickets of one transaction. Returns false if nothing is left to do. */
  async function step(id: number, atOnce: number): Promise<boolean> {
    const known = await store.find(db.q, id);
    const viewer = known && (await viewerOf(known.user_id));
    return db.transaction(async (tx) => {
      const row = await store.lockIfFree(tx.q, id);
      if (!row) return false;
      const ids = await store.listWaiting(tx.q, id, atOnce);
      if (ids.length === 0) {
        await end(tx, row);
        return false;
      }
      const mayStill = viewer && permissionsOf(row.change).every((one) => allows(viewer, one));
      const outcomes: store.BulkTicketResult[] = [];
      for (const ticketId of ids)
        outcomes.push(mayStill ? await outcomeOf(tx, row, viewer, ticketId) : { ticketId, outcome: 'gone' });
      await recordOutcomes(tx, row, outcomes);
      return true;
    });
  }

  /** A ticket that fails must not stop the others, so it is skipped. */
  async function leaveOut(id: number, outcome: BulkReason): Promise<boolean> {
    return db.transaction(async (tx) => {
      const row = await store.lockIfFree(tx.q, id);
      const [ticketId] = row ? await store.listWaiting(tx.q, id, 1) : [];
      if (!row || ticketId === undefined) return false;
      await recordOutcomes(tx, row, [{ ticketId, outcome }]);
      return true;
    });
  }

  async function carefulStep(id: number): Promise<boolean> {
    try {
      return await step(id, AT_ONCE);
    } catch {
      // One of the tickets failed, or there was a deadlock: they are tried one by one.
    }
    try {
      return await step(id, 1);
    } catch (error) {
      const outcome = error instanceof AppError ? refusalOf(error) : undefined;
      if (!outcome) log.error({ err: error, bulk: id }, 'a ticket could not be changed in bulk');
      return leaveOut(id, outcome ?? 'failed');
    }
  }

  /** Runs the user's bulk updates in their order. */
  async function work(userId: number): Promise<void> {
    const begun = performance.now();
    for (;;) {
      const id = await store.findNextOfUser(db.q, userId);
      if (id === undefined) return;
      const before = performance.now();
      const isDone = !(await carefulStep(id));
      // Another worker is processing a step of it.
      if (isDone && (await store.findNextOfUser(db.q, userId)) === id) return;
      const now = performance.now();
      if (now - begun > SLICE_MS) return db.transaction((tx) => enqueue(tx, userId));
      await pause(now - before);
    }
  }

  jobs.define<{ user_id?: number }>(TASK, async ({ user_id: userId }) => {
    // Jobs from an older version have no user; the scheduled job finds their updates.
    if (userId !== undefined) await work(userId);
  });
  jobs.define('tickets:bulk-resume', async () => {
    const stalled = await store.listStalled(db.q, new Date(clock.now().getTime() - STALLED_MS));
    for (const userId of stalled) await db.transaction((tx) => enqueue(tx, userId));
  });
  jobs.schedule('tickets:bulk-resume', '* * * * *');
  jobs.define('tickets:bulk-remove-old', () =>
    store.removeOld(db.q, new Date(clock.now().getTime() - KEPT_MS)),
  );
  jobs.schedule('tickets:bulk-remove-old', '41 3 * * *');

  return { enqueue, giveBack };
}

type PossibleOutcomes = {
  changed: store.BulkTicketResult['outcome'];
  same: store.BulkTicketResult['outcome'];
};

/** The result for a ticket, with the values that an undo needs. */
function became(
  before: Ticket,
  after: Ticket,
  { changed, same }: PossibleOutcomes = { changed: 'changed', same: 'same' },
): store.BulkTicketResult {
  const ticketId = before.id;
  return after === before
    ? { ticketId, outcome: same }
    : { ticketId, outcome: changed, kept: changedFieldsOf(before, after) };
}
