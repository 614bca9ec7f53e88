import type { CustomerImportColumn, CustomerImport, IdentityKind } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { removeMarks } from './mark-store.ts';
import { phoneSpellingsOf } from '../identities.ts';
import { NO_CONTACT } from '../store.ts';
import type { ImportedIdentity } from './read-row.ts';
import '../tables.ts';
import './tables.ts';

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

type NewImport = Pick<CustomerImport, 'file_name' | 'head' | 'sample' | 'mapping'> & {
  user_id: number;
  file_id: string;
  file_bytes: number;
  created_at: Date;
};

export async function insertImport(q: Query, { sample, mapping, ...row }: NewImport): Promise<number> {
  const { id } = await q
    .insertInto('customer_imports')
    .values({ ...row, state: 'mapping', sample: JSON.stringify(sample), mapping: JSON.stringify(mapping) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const findImport = (q: Query, id: number) =>
  q.selectFrom('customer_imports').selectAll().where('id', '=', id).executeTakeFirst();

export const lockImport = (q: Query, id: number) =>
  q.selectFrom('customer_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type ImportStart = {
  state: 'checking' | 'importing';
  mapping?: readonly (CustomerImportColumn | null)[];
  existing?: CustomerImport['existing'];
  applied_at?: Date;
};

/** Starts at the first line, with all counts at zero. */
export async function startImportRun(
  q: Query,
  id: number,
  { state, mapping, existing, applied_at }: ImportStart,
): Promise<void> {
  await q
    .updateTable('customer_imports')
    .set({
      state,
      ...(applied_at && { applied_at }),
      ...(mapping && { mapping: JSON.stringify(mapping) }),
      ...(existing && { existing }),
      rows: 0,
      bytes: 0,
      created: 0,
      changed: 0,
      unchanged: 0,
      problems: '[]',
      problem_count: 0,
      ended_at: null,
    })
    .where('id', '=', id)
    .execute();
  await removeMarks(q, id);
}

export async function endImportRun(
  q: Query,
  id: number,
  state: 'checked' | 'done' | 'stopped' | 'failed',
  now: Date,
): Promise<void> {
  await q.updateTable('customer_imports').set({ state, ended_at: now }).where('id', '=', id).execute();
  await removeMarks(q, id);
}

type NextState = { state: 'undoing' | 'undone'; undone_at?: Date };
export async function setState(q: Query, id: number, next: NextState): Promise<void> {
  await q.updateTable('customer_imports').set(next).where('id', '=', id).execute();
}

/** The user's last applied imports. */
export const listApplied = (q: Query, userId: number, limit: number) =>
  q
    .selectFrom('customer_imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('applied_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export type ImportCounts = {
  rows: number;
  bytes: number;
  created: number;
  changed: number;
  unchanged: number;
  problems: CustomerImport['problems'];
};

const PROBLEMS_KEPT = 500;

/** Adds the counts of some lines. */
export async function addImportCounts(
  q: Query,
  id: number,
  { rows, bytes, problems, ...done }: ImportCounts,
): Promise<void> {
  await sql`update customer_imports set rows = rows + ${rows}, bytes = ${bytes},
      created = created + ${done.created}, changed = changed + ${done.changed}, unchanged = unchanged + ${done.unchanged},
      problem_count = problem_count + ${new Set(problems.map(({ line }) => line)).size},
      problems = case when jsonb_array_length(problems) >= ${PROBLEMS_KEPT} then problems
        else problems || ${JSON.stringify(problems.slice(0, PROBLEMS_KEPT))}::jsonb end
    where id = ${id}`.execute(q);
}

export async function listOldImports(q: Query, before: Date): Promise<{ id: number; file_id: string }[]> {
  return q
    .selectFrom('customer_imports')
    .select(['id', 'file_id'])
    .where('created_at', '<', before.toISOString())
    .execute();
}

export async function removeImport(q: Query, id: number): Promise<void> {
  await removeMarks(q, id);
  await q.deleteFrom('customer_imports').where('id', '=', id).execute();
}

/** The customers of these addresses, by `kind:value`. */
export async function customersOfIdentities(
  q: Query,
  identities: readonly ImportedIdentity[],
): Promise<Map<string, number>> {
  if (identities.length === 0) return new Map();
  // Another spelling of a number is the same number.
  const wanted = identities.flatMap(({ kind, value }) =>
    (kind === 'phone' ? phoneSpellingsOf(value) : [value]).map((spelling) => ({ kind, value, spelling })),
  );
  const { rows } = await sql<{ kind: IdentityKind; value: string; customer_id: number }>`
    select w.kind, w.value, i.customer_id from customer_identities i
    join unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ value }) => value)}::text[],
        ${wanted.map(({ spelling }) => spelling)}::text[]) w(kind, value, spelling)
      on w.kind = i.kind and w.spelling = i.value
    where not i.is_claimed order by (i.value = w.value)`.execute(q);
  return new Map(rows.map((row) => [`${row.kind}:${row.value}`, row.customer_id]));
}

type NewCustomer = { name: string; company: string; note: string; language: string; fields: object };

/** Inserts customers; returns their ids in this order. */
export async function insertCustomers(q: Query, rows: readonly NewCustomer[], now: Date): Promise<number[]> {
  if (rows.length === 0) return [];
  const result = await sql<{ id: number }>`
    insert into customers (name, company, note, language, fields, created_at, last_contact_at)
    select r.name, r.company, r.note, r.language, r.fields, ${now}, ${NO_CONTACT}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, n) => ({ ...row, n })))}::jsonb)
      r(n int, name text, company text, note text, language text, fields jsonb)
    order by r.n returning id`.execute(q);
  return result.rows.map(({ id }) => id);
}

export async function insertIdentities(
  q: Query,
  rows: readonly (ImportedIdentity & { customer_id: number })[],
): Promise<{ id: number; customer_id: number }[]> {
  if (rows.length === 0) return [];
  return q
    .insertInto('customer_identities')
    .values([...rows])
    .returning(['id', 'customer_id'])
    .execute();
}

type Change = { id: number; name: string; company: string; note: string; language: string; fields: object };

export async function updateCustomers(q: Query, rows: readonly Change[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update customers c set name = r.name, company = r.company, note = r.note, language = r.language, fields = r.fields,
      version = c.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      r(id bigint, name text, company text, note text, language text, fields jsonb)
    where c.id = r.id`.execute(q);
}

/** Locks customers until the transaction ends, and returns them. */
export function lockCustomers(q: Query, ids: readonly number[]) {
  return q
    .selectFrom('customers')
    .select(['id', 'name', 'company', 'note', 'language', 'fields', 'version'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
