import { IMPORT_UNDO_HOURS, type CustomerImport } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { canUndoImport } from './shape.ts';
import * as store from './store.ts';
import * as undone from './undo-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  settings: Pick<Settings, 'audit'>;
  /** Returns which of these customers other modules have rows of. */
  holders: (q: Query, ids: readonly number[]) => Promise<Set<number>>;
  emitImport: (tx: Tx, id: number, userId: number) => Promise<void>;
  /** Tells whatever shows these customers of their changed names. */
  announceRenamed: (tx: Tx, ids: readonly number[]) => Promise<void>;
};

const TASK = 'customers:undo-import';
const AT_ONCE = 200;

/**
 * Undoes an import, some customers per transaction, each with its result, so that a crash repeats none. Customers who have
 * tickets by now, or were changed since, are kept.
 */
export function createImportUndo({
  db,
  clock,
  jobs,
  settings,
  holders,
  emitImport,
  announceRenamed: tellRenamed,
}: Deps) {
  type Part = { rows: undone.UndoRow[]; ids: number[] };

  async function outcomesOf(tx: Tx, { rows, ids }: Part) {
    const standing = new Map((await undone.lockCustomers(tx.q, ids)).map((one) => [one.id, one]));
    const busy = await holders(tx.q, ids);
    const entries = rows.map((row) => {
      const now = standing.get(row.customer_id);
      const isNew = row.before === null;
      if (isNew && now && (now.total_tickets > 0 || busy.has(now.id)))
        return [row.customer_id, 'has_tickets'] as const;
      if (now?.version !== row.version || now.is_merged) return [row.customer_id, 'changed_since'] as const;
      return [row.customer_id, isNew ? ('removed' as const) : ('restored' as const)] as const;
    });
    return new Map(entries);
  }

  /** False when nothing is left to undo. */
  async function undoPart(id: number): Promise<boolean> {
    return db.transaction(async (tx) => {
      const row = await store.lockImport(tx.q, id);
      if (row?.state !== 'undoing') return false;
      const rows = await undone.listRowsToUndo(tx.q, id, AT_ONCE);
      if (rows.length === 0) {
        await finish(tx, row);
        return false;
      }
      const outcomes = await outcomesOf(tx, { rows, ids: rows.map((one) => one.customer_id) });
      const isThat = (what: string) => rows.filter((one) => outcomes.get(one.customer_id) === what);
      await undone.removeImportedCustomers(
        tx.q,
        isThat('removed').map((one) => one.customer_id),
      );
      const restored = isThat('restored');
      await undone.removeIdentities(tx.q, restored);
      await store.updateCustomers(
        tx.q,
        restored.flatMap(({ customer_id: own, before }) => (before ? [{ ...before, id: own }] : [])),
      );
      await tellRenamed(
        tx,
        restored.map((one) => one.customer_id),
      );
      await undone.setRowOutcomes(tx.q, id, outcomes);
      await emitImport(tx, id, row.user_id);
      return true;
    });
  }

  async function finish(tx: Tx, { id, user_id: userId }: store.ImportRow): Promise<void> {
    await store.setState(tx.q, id, { state: 'undone', undone_at: clock.now() });
    await emitImport(tx, id, userId);
    const { removed, restored } = await undone.readUndoProgress(tx.q, id);
    if (removed + restored > 0) tx.emit('customers-imported', { count: removed + restored }, ['customers']);
  }

  jobs.define<{ id: number }>(TASK, async ({ id }) => {
    while (await undoPart(id));
  });

  return {
    /** Starts the undo. Call with the import of this user locked. */
    async begin(tx: Tx, viewer: Viewer, row: store.ImportRow): Promise<void> {
      if (!canUndoImport(row, clock.now()))
        throw new AppError('conflict', {
          reason: 'import_undo_expired',
          hours: IMPORT_UNDO_HOURS,
        });
      await store.setState(tx.q, row.id, { state: 'undoing' });
      await settings.audit(tx.q, {
        viewer,
        action: 'customers.import_undone',
        subject: String(row.id),
      });
      await tx.enqueue(TASK, { id: row.id }, { key: `${TASK}:${row.id}` });
    },

    /** The progress of undoing an import. */
    of: async (q: Query, { id, state }: store.ImportRow): Promise<CustomerImport['undo']> =>
      state === 'undoing' || state === 'undone' ? undone.readUndoProgress(q, id) : null,
  };
}
