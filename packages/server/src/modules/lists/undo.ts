import type { ListRow, ListValues } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import { fieldsChangedSince, moveIdAfter, withFields } from './changes.ts';
import type { StoredList } from './definitions.ts';
import { writeEdit, type EditContext, type ListEdit } from './edit.ts';
import { moveRow } from './move.ts';
import * as operations from './operation-store.ts';
import type { RowChange } from './operation-store.ts';
import * as store from './store.ts';

const DAY_MS = 24 * 3_600_000;

/** Operations since this moment can be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * Undoes an operation on a list that is locked in this transaction. Refused as stale where others have changed the same since,
 * so that their changes are not undone too.
 */
export async function undoOperation(
  tx: Tx,
  list: StoredList,
  id: number | undefined,
  by: EditContext,
): Promise<number> {
  const since = undoableSince(by.now);
  const operation = await operations.findUndoable(tx.q, list.kind, { id, userId: by.viewer.id, since });
  if (!operation) throw new AppError('not_found', { reason: 'nothing_to_undo' });
  const changes = await operations.listChanges(tx.q, operation.id);
  const moved = changes.find(({ before }) => before && 'behind' in before);
  const undo = moved
    ? await moveBack(tx, list, { moved, undoes: operation.id, by })
    : await undoChanges(tx, list, { changes, undoes: operation.id, by });
  // Everything is in the earlier state already, so only the undo itself is noted.
  await operations.markUndone(tx.q, operation, undo ?? operation.id);
  return undo ?? operation.id;
}

type Undo = { undoes: number; by: EditContext };

async function moveBack(
  tx: Tx,
  list: StoredList,
  { moved, undoes, by }: Undo & { moved: RowChange },
): Promise<number | null> {
  const [row] = await store.findRows(tx.q, list, [moved.row_id]);
  const { behind = null, position } = moved.before ?? {};
  const ids = await store.listIds(tx.q, list);
  // If the row that it followed was deleted, its position counts.
  const isThere = behind === null || ids.includes(Number(behind));
  const after = isThere ? behind : (ids[Number(position) - 2] ?? null);
  const to = after === null ? null : Number(after);
  return moveRow(tx, list, { row: found(row), after: to, edit: { action: 'undone', undoes }, by });
}

async function undoChanges(
  tx: Tx,
  list: StoredList,
  { changes, undoes, by }: Undo & { changes: readonly RowChange[] },
): Promise<number | null> {
  const ids = changes.map(({ row_id }) => row_id);
  const rows = new Map((await store.findRows(tx.q, list, ids)).map((row) => [row.id, row]));
  const gone = changes.filter(({ after }) => after === null);
  const edit: ListEdit = {
    action: 'undone',
    undoes,
    removed: changes.filter(({ before }) => before === null).map((change) => demandUnchanged(change, rows)),
    changed: changes.flatMap((change) => (change.before && change.after ? [asBefore(change, rows)] : [])),
    created: await Promise.all(gone.map((change) => rowToRestore(tx, list, change))),
  };
  const { operationId } = await writeEdit(tx, list, edit, by);
  await putInPlace(tx, list, gone);
  return operationId;
}

/** A new row that was not changed since. */
function demandUnchanged(change: RowChange, rows: ReadonlyMap<number, ListRow>): ListRow {
  const row = rows.get(change.row_id);
  if (!row || row.version !== change.version) throw staleError(change, row);
  return row;
}

function asBefore(change: RowChange, rows: ReadonlyMap<number, ListRow>) {
  const row = rows.get(change.row_id);
  if (!row || fieldsChangedSince(row, change.after ?? {}).length > 0) throw staleError(change, row);
  return { before: row, after: withFields(row, change.before ?? {}) };
}

async function rowToRestore(tx: Tx, list: StoredList, change: RowChange): Promise<store.NewRow> {
  const before: ListValues = change.before ?? {};
  const values = Object.fromEntries(Object.keys(list.fields).map((name) => [name, before[name] ?? null]));
  return {
    id: change.row_id,
    version: await operations.nextVersion(tx.q, list.kind, change.row_id),
    values,
    is_active: before['is_active'] === true,
  };
}

/** Puts restored rows back to their positions. */
async function putInPlace(tx: Tx, list: StoredList, gone: readonly RowChange[]): Promise<void> {
  if (gone.length === 0) return;
  const byPlace = gone
    .map(({ row_id: id, before }) => ({ id, place: Number(before?.['position'] ?? 1) }))
    .toSorted((a, b) => a.place - b.place);
  let ids: readonly number[] = await store.listIds(tx.q, list);
  for (const { id, place } of byPlace) {
    const rest = ids.filter((other) => other !== id);
    ids = moveIdAfter(ids, id, rest[place - 2] ?? (place <= 1 ? null : (rest.at(-1) ?? null)));
  }
  await store.writeOrder(tx.q, list, ids);
}

const staleError = ({ row_id: id, name }: RowChange, current: ListRow | undefined) =>
  new AppError('stale', { id, name, ...(current && { current }) });
