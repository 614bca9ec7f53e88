import { sortableFields, type ListField, type ListRow, type ListStatus } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import type { Cursor } from '#platform/paging';
import type { ListRowContent } from './changes.ts';
import { STORED_LISTS, referencesTo, type StoredList } from './definitions.ts';
import { RULES_LOCK } from './rules-lock.ts';

type Sql = RawBuilder<unknown>;

export type ListRowFilter = {
  q?: string | undefined;
  status: ListStatus;
  within?: number | undefined;
  id?: number | undefined;
  sort: string;
  direction: 'asc' | 'desc';
};
export type RowWithSortKey = ListRow & { sort_key: string };

const LOCK = 7_310_021;

/** Locks the list until the transaction ends, since order and uniqueness concern all its rows. */
export async function lockList(q: Query, { kind }: StoredList): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${kind}))`.execute(q);
}

/**
 * Prevents changes of a list until the transaction ends; several transactions can do so at the same time. The rules go first, as
 * with whoever changes them and several lists: the other way round each could wait for the other.
 */
export async function lockListShared(q: Query, { kind }: StoredList): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${RULES_LOCK}),
    pg_advisory_xact_lock_shared(${LOCK}, hashtext(${kind}))`.execute(q);
}

/** A page of rows, one more than `limit` if there are more. */
export async function listRows(
  q: Query,
  list: StoredList,
  { filter, limit, after }: { filter: ListRowFilter; limit: number; after: Cursor | undefined },
): Promise<RowWithSortKey[]> {
  const key = sortKey(list, filter.sort);
  const [direction, beyond] = filter.direction === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const place = after ? sql`(${key}, t.id) ${beyond} (${after.key}, ${after.id}::bigint)` : sql`true`;
  const { rows } = await sql<RowWithSortKey>`
    select ${columns(list)}, ${key} as sort_key from ${table(list)} t
    where ${matches(list, filter)} and ${place}
    order by ${key} ${direction}, t.id ${direction} limit ${limit + 1}`.execute(q);
  return rows;
}

export async function countRows(q: Query, list: StoredList, filter?: ListRowFilter): Promise<number> {
  const where = filter ? matches(list, filter) : sql`true`;
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${table(list)} t where ${where}`.execute(q);
  return rows[0]?.n ?? 0;
}

/** Rows by id; unknown ids are left out. */
export async function findRows(q: Query, list: StoredList, ids: readonly number[]): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select ${columns(list)} from ${table(list)} t where t.id = any(${ids}::bigint[])`.execute(q);
  return rows;
}

/** Rows in which a field is true. */
export async function findRowsWithFlag(q: Query, list: StoredList, field: string): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select ${columns(list)} from ${table(list)} t where ${sql.ref(`t.${field}`)}`.execute(q);
  return rows;
}

/** All ids in the order of the list. */
export async function listIds(q: Query, list: StoredList): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${table(list)} t order by ${sql.ref(`t.${list.order}`)}, t.id`.execute(q);
  return rows.map(({ id }) => id);
}

export type NewRow = ListRowContent & { id?: number; version?: number };

/** Inserts rows at the end, in this order; rows with an id are restored under it. */
export async function insertRows(q: Query, list: StoredList, rows: readonly NewRow[]): Promise<number[]> {
  const isReturning = rows.some(({ id }) => id !== undefined);
  const names = [...Object.keys(list.fields), 'is_active', ...(isReturning ? ['id', 'version'] : [])];
  const written = sql.join(names.map((name) => sql.ref(name)));
  const read = sql.join(names.map((name) => sql.ref(`r.${name}`)));
  const order = sql.ref(list.order);
  const result = await sql<{ id: number }>`
    insert into ${table(list)} (${written}, ${order}) ${isReturning ? sql`overriding system value` : sql``}
    select ${read}, (select coalesce(max(${order}), 0) from ${table(list)}) + r.ordinality
    from jsonb_populate_recordset(null::${table(list)}, ${json(rows)}::jsonb) with ordinality r
    order by r.ordinality returning id`.execute(q);
  return result.rows.map(({ id }) => id);
}

export async function updateRows(
  q: Query,
  list: StoredList,
  rows: readonly (ListRowContent & { id: number })[],
): Promise<void> {
  const names = [...Object.keys(list.fields), 'is_active'];
  const set = sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`));
  await sql`
    update ${table(list)} t set ${set}, version = t.version + 1
    from jsonb_populate_recordset(null::${table(list)}, ${json(rows)}::jsonb) r where t.id = r.id`.execute(q);
}

export async function deleteRows(q: Query, list: StoredList, ids: readonly number[]): Promise<void> {
  await sql`delete from ${table(list)} t where t.id = any(${ids}::bigint[])`.execute(q);
}

/** Writes the positions that differ. */
export async function writeOrder(q: Query, list: StoredList, ids: readonly number[]): Promise<void> {
  const order = sql.ref(list.order);
  await sql`
    update ${table(list)} t set ${order} = n.place
    from unnest(${ids}::bigint[]) with ordinality n(id, place)
    where t.id = n.id and t.${order} <> n.place`.execute(q);
}

/** Finds rows that agree with one of these in all of these fields. */
export async function findDuplicateRows(
  q: Query,
  list: StoredList,
  { fields, ids }: { fields: readonly string[]; ids: readonly number[] },
): Promise<number[]> {
  const same = fields.map((name) => sql`${keyPart(list, 'a', name)} = ${keyPart(list, 'b', name)}`);
  const { rows } = await sql<{ id: number }>`
    select a.id from ${table(list)} a where a.id = any(${ids}::bigint[]) and exists (
      select from ${table(list)} b where b.id <> a.id and ${sql.join(same, sql` and `)})`.execute(q);
  return rows.map(({ id }) => id);
}

/** The options in use of these rows, by row id. */
export async function findUsedOptions(
  q: Query,
  list: StoredList,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (!list.usedOptions || ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; options: string[] }>`
    select t.id, ${list.usedOptions} as options from ${table(list)} t where t.id = any(${ids}::bigint[])`.execute(
    q,
  );
  return new Map(rows.map(({ id, options }) => [id, options]));
}

/** The first of these rows that was merged, with the name of the row it was merged into. */
export async function findMergedRow(
  q: Query,
  list: StoredList,
  ids: readonly number[],
): Promise<{ id: number; name: string } | undefined> {
  if (!list.mergedInto || ids.length === 0) return undefined;
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, ${list.mergedInto} as name from ${table(list)} t
    where t.id = any(${ids}::bigint[]) and ${list.mergedInto} is not null limit 1`.execute(q);
  return rows[0];
}

/** The ids of rows by key, as `keyOf` in import-plan.ts computes it. */
export async function readIdsByKey(q: Query, list: StoredList): Promise<Map<string, number>> {
  const parts = sql.join(
    list.key.map((name) => keyPart(list, 't', name)),
    sql` || E'\\n' || `,
  );
  const { rows } = await sql<{ id: number; key: string }>`
    select t.id, ${parts} as key from ${table(list)} t`.execute(q);
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** Names of another list's rows. */
export async function readRowNames(q: Query, list: StoredList): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, t.name from ${table(list)} t order by ${sql.ref(`t.${list.order}`)}, t.id`.execute(q);
  return rows;
}

const table = (list: Pick<StoredList, 'table'>) => sql.table(list.table);

const json = (rows: readonly (ListRowContent & { id?: number; version?: number })[]): string =>
  JSON.stringify(rows.map(({ values, ...rest }) => ({ ...values, ...rest })));

const keyPart = (list: StoredList, alias: string, name: string): Sql => {
  const column = sql.ref(`${alias}.${name}`);
  return list.fields[name]?.kind === 'line' ? sql`lower(${column})` : sql`coalesce(${column}::text, '')`;
};

function columns(list: StoredList): Sql {
  const values = Object.keys(list.fields).flatMap((name) => [sql.lit(name), sql.ref(`t.${name}`)]);
  return sql`t.id, t.version, ${sql.ref(`t.${list.order}`)} as position, t.is_active,
    ${isUsed(list)} as is_used, jsonb_build_object(${sql.join(values)}) as "values"`;
}

function isUsed(list: StoredList): Sql {
  const others = referencesTo(list.kind).map(({ column, isMany, ...other }) => {
    const refers = sql.ref(`o.${column}`);
    return sql`exists (select from ${table(other)} o where t.id = ${isMany ? sql`any(${refers})` : refers})`;
  });
  return sql`(${sql.join([list.isUsed, ...others], sql` or `)})`;
}

function matches(list: StoredList, { q, status, within, id }: ListRowFilter): Sql {
  const parts: Sql[] = [id === undefined ? sql`true` : sql`t.id = ${id}`];
  if (status !== 'all') parts.push(sql`t.is_active = ${status === 'active'}`);
  if (within !== undefined && list.within) parts.push(sql`${sql.ref(`t.${list.within}`)} = ${within}`);
  const wanted = q?.replaceAll('\u0000', '').trim();
  if (wanted) {
    const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`;
    const texts = Object.entries(list.fields).filter(([, { kind }]) => kind === 'line' || kind === 'text');
    const all = sql.join(
      texts.map(([name]) => sql.ref(`t.${name}`)),
      sql` || E'\\n' || `,
    );
    parts.push(sql`${all} ilike ${pattern}`);
  }
  return sql.join(parts, sql` and `);
}

/** The sort key as text that is never null, so that a cursor has the same form for every column. */
function sortKey(list: StoredList, sort: string): Sql {
  const field = sortableFields(list.fields).includes(sort) ? list.fields[sort] : undefined;
  return field ? textOf(field, sql.ref(`t.${sort}`)) : digits(sql.ref(`t.${list.order}`));
}

const digits = (column: Sql): Sql => sql`lpad(coalesce(${column}::text, '999999999999'), 12, '0')`;

function textOf(field: ListField, column: Sql): Sql {
  if (field.kind === 'number') return digits(column);
  if (field.kind === 'check') return sql`(not ${column})::text`;
  if (field.kind !== 'reference') return sql`coalesce(lower(${column}::text), '')`;
  return sql`coalesce((select lower(o.name) from ${table(STORED_LISTS[field.to])} o where o.id = ${column}), '')`;
}
