import type { ListAction, ListKind, ListOperation, ListValues } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

/** What an operation did to one row. `version` is the row's version after it. */
export type RowChange = {
  row_id: number;
  name: string;
  version: number | null;
  before: ListValues | null;
  after: ListValues | null;
};
export type NewOperation = {
  kind: ListKind;
  user_id: number;
  user_name: string;
  action: ListAction;
  undoes: number | null;
  at: Date;
};
type Operation = {
  id: number;
  at: string;
  action: ListAction;
  undoes: number | null;
  undone_by: number | null;
};

const SHOWN = 20;
const CHUNK = 1000;

export async function insertOperation(
  q: Query,
  operation: NewOperation,
  changes: readonly RowChange[],
): Promise<number> {
  const { id } = await q
    .insertInto('list_operations')
    .values({ ...operation, count: changes.length })
    .returning('id')
    .executeTakeFirstOrThrow();
  const asJson = (values: ListValues | null) => JSON.stringify(values);
  for (let at = 0; at < changes.length; at += CHUNK) {
    const rows = changes.slice(at, at + CHUNK).map(({ before, after, ...change }) => ({
      ...change,
      operation_id: id,
      kind: operation.kind,
      before: before && asJson(before),
      after: after && asJson(after),
    }));
    await q.insertInto('list_changes').values(rows).execute();
  }
  return id;
}

const columns = ['id', 'at', 'action', 'undoes', 'undone_by'] as const;

/** An operation that may be undone: the given one, or the user's latest. */
export async function findUndoable(
  q: Query,
  kind: ListKind,
  { id, userId, since }: { id: number | undefined; userId: number; since: Date },
): Promise<Operation | undefined> {
  const query = q
    .selectFrom('list_operations')
    .select(columns)
    .where('kind', '=', kind)
    .where('undone_by', 'is', null)
    // A merge also changed tables that are no lists, so it cannot be undone here.
    .where('action', '<>', 'merged')
    .where('at', '>', since.toISOString());
  const named =
    id === undefined
      ? query.where('user_id', '=', userId).where('action', '<>', 'undone')
      : query.where('id', '=', id);
  return named.orderBy('id', 'desc').limit(1).executeTakeFirst();
}

export async function listChanges(q: Query, operationId: number): Promise<RowChange[]> {
  return q
    .selectFrom('list_changes')
    .select(['row_id', 'name', 'version', 'before', 'after'])
    .where('operation_id', '=', operationId)
    .orderBy('row_id')
    .execute();
}

/** Notes that `undo` has undone `operation`; what that one had undone itself can then be undone again. */
export async function markUndone(q: Query, operation: Operation, undo: number): Promise<void> {
  await q.updateTable('list_operations').set({ undone_by: undo }).where('id', '=', operation.id).execute();
  if (operation.undoes === null) return;
  await q
    .updateTable('list_operations')
    .set({ undone_by: null })
    .where('id', '=', operation.undoes)
    .execute();
}

/** Who changed what in a row after this version. */
export async function listSince(
  q: Query,
  kind: ListKind,
  { rowId, version }: { rowId: number; version: number },
): Promise<{ user_name: string; at: string; after: ListValues | null }[]> {
  return q
    .selectFrom('list_changes as c')
    .innerJoin('list_operations as o', 'o.id', 'c.operation_id')
    .select(['o.user_name', 'o.at', 'c.after'])
    .where('c.kind', '=', kind)
    .where('c.row_id', '=', rowId)
    .where('c.version', '>', version)
    .orderBy('o.id')
    .limit(50)
    .execute();
}

/** The version of a row that is restored: higher than all before, so that screens with an old one get `stale`. */
export async function nextVersion(q: Query, kind: ListKind, rowId: number): Promise<number> {
  const row = await q
    .selectFrom('list_changes')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('kind', '=', kind)
    .where('row_id', '=', rowId)
    .executeTakeFirst();
  return (row?.version ?? 1) + 1;
}

type History = { row?: number | undefined; before?: number | undefined; limit: number; undoableSince: Date };

/** Operations on a list, newest first; one more than `limit`, if there are more. */
export async function listOperations(
  q: Query,
  kind: ListKind,
  { row, before, limit, undoableSince }: History,
): Promise<ListOperation[]> {
  const ofRow = row === undefined ? sql`true` : sql`row_id = ${row}`;
  const { rows } = await sql<ListOperation>`
    select o.id, o.at, o.user_id, o.user_name, o.action, o.count, o.undone_by is not null as is_undone,
      o.undone_by is null and o.action <> 'merged' and o.at > ${undoableSince} as can_undo,
      (select coalesce(jsonb_agg(jsonb_build_object('row_id', c.row_id, 'name', c.name, 'before', c.before,
          'after', c.after) order by c.row_id), '[]')
        from (select * from list_changes where operation_id = o.id and ${ofRow} order by row_id limit ${SHOWN}) c
      ) as changes
    from list_operations o
    where o.kind = ${kind} and ${before === undefined ? sql`true` : sql`o.id < ${before}`}
      and ${row === undefined ? sql`true` : sql`exists (select from list_changes where operation_id = o.id and ${ofRow})`}
    order by o.id desc limit ${limit + 1}`.execute(q);
  return rows;
}
