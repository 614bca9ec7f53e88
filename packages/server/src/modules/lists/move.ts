import { rowName, type ListRow } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { found } from '#platform/errors';
import { moveIdAfter, predecessor } from './changes.ts';
import type { StoredList } from './definitions.ts';
import { recordListEdit, type EditContext, type ListEdit } from './edit.ts';
import * as store from './store.ts';

type Move = {
  row: ListRow;
  after: number | null;
  edit: Pick<ListEdit, 'action' | 'undoes'>;
  by: EditContext;
};

/**
 * Moves a row after another, in a list that is locked in this transaction; returns the operation, or null where it is there
 * already.
 */
export async function moveRow(
  tx: Tx,
  list: StoredList,
  { row, after, edit, by }: Move,
): Promise<number | null> {
  const ids = await store.listIds(tx.q, list);
  if (after !== null) found(ids.find((id) => id === after));
  const moved = moveIdAfter(ids, row.id, after);
  if (moved === ids) return null;
  await store.writeOrder(tx.q, list, moved);
  const change = {
    row_id: row.id,
    name: rowName(row),
    version: null,
    before: { behind: predecessor(ids, row.id), position: ids.indexOf(row.id) + 1 },
    after: { behind: predecessor(moved, row.id), position: moved.indexOf(row.id) + 1 },
  };
  return recordListEdit(tx, list, { edit, changes: [change], by });
}
