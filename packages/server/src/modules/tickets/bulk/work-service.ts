import type { BulkReason, Ticket } from '@trunkline/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { allows, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { byUser, type Change } from '../change-service.ts';
import { canSee } from '../policy.ts';
import { lockTicket, type FieldValues } from '../store.ts';
import { bulkOf } from './shape.ts';
import { keptOf, permissionOf, stepBack, stepFor } from './steps.ts';
import * as store from './store.ts';

export type Work = {
  change: Change;
  /** The person as they are now: what they may do may have changed since. Undefined when they are gone. */
  viewerOf: (userId: number) => Promise<Viewer | undefined>;
};
type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> & Work;

const TASK = 'tickets:bulk';
/** Tickets of one transaction: their locks are held for a few hundredths of a second. */
const AT_ONCE = 10;
/** After so long a run the job makes room for others and queues up again. */
const SLICE_MS = 2000;
const TELL_EVERY_MS = 400;
/** Nobody has worked on it for so long: whoever did is gone. */
const STALLED_MS = 20_000;
const KEPT_MS = 31 * 86_400_000;

/**
 * Works bulk changes off, some tickets per transaction, and rests as long as it has worked, so that everybody else finds
 * the database at least half free. What became of a ticket is written with its change: a crash repeats none and loses none.
 */
export function createBulkJob({ db, clock, jobs, log, change, viewerOf }: Deps) {
  const enqueue = (tx: Tx, id: number) => tx.enqueue(TASK, { id });

  async function outcomeOf(
    tx: Tx,
    row: store.BulkRow,
    viewer: Viewer,
    ticketId: number,
  ): Promise<store.Outcome> {
    const ticket = await lockTicket(tx.q, ticketId);
    if (!ticket || !canSee(viewer, ticket)) return { ticketId, outcome: 'gone' };
    // What it says now is said in the ticket that it went into.
    if (ticket.merged_into !== null) return { ticketId, outcome: 'merged' };
    const step = await stepOf(tx, row, ticket);
    if ('reason' in step) return { ticketId, outcome: step.reason };
    const after = await changed(tx, ticket, step.fields, viewer);
    if (after === 'fields_missing') return { ticketId, outcome: after };
    if (after === ticket) return { ticketId, outcome: 'same' };
    return { ticketId, outcome: 'changed', kept: keptOf(ticket, after) };
  }

  /** Refused before anything is written: the others of this transaction go on. */
  async function changed(tx: Tx, ticket: Ticket, fields: FieldValues, viewer: Viewer) {
    try {
      return await change(tx, ticket, fields, byUser(viewer));
    } catch (error) {
      if (error instanceof AppError && error.code === 'fields_missing') return 'fields_missing';
      throw error;
    }
  }

  async function stepOf(tx: Tx, row: store.BulkRow, ticket: Ticket) {
    if (row.undoes === null) return stepFor(row.change, ticket, clock.now());
    const kept = await store.findKept(tx.q, row.undoes, ticket.id);
    return kept ? stepBack(ticket, kept) : { reason: 'changed_since' as const };
  }

  async function note(tx: Tx, row: store.BulkRow, outcomes: readonly store.Outcome[]): Promise<void> {
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
    if (isToTell) await tell(tx, row.id);
  }

  async function tell(tx: Tx, id: number): Promise<void> {
    const row = await store.find(tx.q, id);
    if (row) tx.emit('bulk-changed', bulkOf(row, clock.now()), [`user:${row.user_id}`]);
  }

  async function end(tx: Tx, id: number): Promise<void> {
    await store.update(tx.q, id, { status: 'done', ended_at: clock.now() });
    await tell(tx, id);
  }

  /** One transaction of tickets. False when nothing is left to do here. */
  async function step(id: number, atOnce: number): Promise<boolean> {
    const known = await store.find(db.q, id);
    const viewer = known && (await viewerOf(known.user_id));
    return db.transaction(async (tx) => {
      const row = await store.lockFree(tx.q, id);
      if (!row) return false;
      const ids = await store.listWaiting(tx.q, id, atOnce);
      if (ids.length === 0) {
        await end(tx, id);
        return false;
      }
      const mayStill = viewer && allows(viewer, permissionOf(row.change));
      const outcomes: store.Outcome[] = [];
      for (const ticketId of ids)
        outcomes.push(mayStill ? await outcomeOf(tx, row, viewer, ticketId) : { ticketId, outcome: 'gone' });
      await note(tx, row, outcomes);
      return true;
    });
  }

  /** A ticket that cannot be changed must not keep the others: it is left out, and the log says why. */
  async function leaveOut(id: number): Promise<boolean> {
    return db.transaction(async (tx) => {
      const row = await store.lockFree(tx.q, id);
      const [ticketId] = row ? await store.listWaiting(tx.q, id, 1) : [];
      if (!row || ticketId === undefined) return false;
      await note(tx, row, [{ ticketId, outcome: 'failed' }]);
      return true;
    });
  }

  async function carefulStep(id: number): Promise<boolean> {
    try {
      return await step(id, AT_ONCE);
    } catch {
      // One of them, or a quarrel over locks: one at a time tells which.
    }
    try {
      return await step(id, 1);
    } catch (error) {
      log.error({ err: error, bulk: id }, 'a ticket could not be changed in bulk');
      return leaveOut(id);
    }
  }

  async function work(id: number): Promise<void> {
    const begun = performance.now();
    for (;;) {
      const before = performance.now();
      if (!(await carefulStep(id))) return;
      const now = performance.now();
      if (now - begun > SLICE_MS) return db.transaction((tx) => enqueue(tx, id));
      await pause(now - before);
    }
  }

  jobs.define<{ id: number }>(TASK, ({ id }) => work(id));
  jobs.define('tickets:bulk-resume', async () => {
    const stalled = await store.listStalled(db.q, new Date(clock.now().getTime() - STALLED_MS));
    for (const id of stalled) await db.transaction((tx) => enqueue(tx, id));
  });
  jobs.schedule('tickets:bulk-resume', '* * * * *');
  jobs.define('tickets:bulk-remove-old', () =>
    store.removeOld(db.q, new Date(clock.now().getTime() - KEPT_MS)),
  );
  jobs.schedule('tickets:bulk-remove-old', '41 3 * * *');

  return { enqueue };
}
