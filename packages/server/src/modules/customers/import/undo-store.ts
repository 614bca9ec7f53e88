import type { CustomerImport } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { ExistingCustomer } from './plan-rows.ts';
import './tables.ts';

type Outcome = 'removed' | 'restored' | 'has_tickets' | 'changed_since';
export type UndoRow = {
  customer_id: number;
  version: number;
  before: Omit<ExistingCustomer, 'id'> | null;
  identities: number[];
};

type Done = {
  customer_id: number;
  version: number;
  before: Omit<ExistingCustomer, 'id'> | null;
  identities: number[];
};

/**
 * Notes what an import changed. If the same file changes a customer again, the first `before` is kept, and the version is only
 * updated if nobody else changed them in between.
 */
export async function recordImportedRows(q: Query, importId: number, rows: readonly Done[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into customer_import_rows (import_id, customer_id, version, before, identities)
    select ${importId}, r.customer_id, r.version, nullif(r.before, 'null'), array(select jsonb_array_elements_text(r.identities)::bigint)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      r(customer_id bigint, version int, before jsonb, identities jsonb)
    on conflict (import_id, customer_id) do update set
      version = case when customer_import_rows.version = excluded.version - 1 then excluded.version
        else customer_import_rows.version end,
      identities = customer_import_rows.identities || excluded.identities`.execute(q);
}

/** The next rows that were not undone yet. */
export async function listRowsToUndo(q: Query, importId: number, limit: number): Promise<UndoRow[]> {
  const { rows } =
    await sql<UndoRow>`select customer_id, version, before, identities from customer_import_rows
    where import_id = ${importId} and outcome is null order by customer_id limit ${limit}`.execute(q);
  return rows;
}

type CurrentCustomer = { id: number; version: number; total_tickets: number; is_merged: boolean };

/** Locks the existing ones of these customers until the transaction ends; `is_merged`: whether they are part of a merge. */
export async function lockCustomers(q: Query, ids: readonly number[]): Promise<CurrentCustomer[]> {
  await sql`select from customers where id = any(${ids}::bigint[]) order by id for update`.execute(q);
  // A separate statement: in the locking one it would show the state before the wait.
  const { rows } = await sql<CurrentCustomer>`select c.id, c.version, c.total_tickets,
      c.merged_into is not null or exists (select from customer_merges m where m.source_id = c.id or m.target_id = c.id) as is_merged
    from customers c where c.id = any(${ids}::bigint[])`.execute(q);
  return rows;
}

export async function removeImportedCustomers(q: Query, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`delete from customers where id = any(${ids}::bigint[])`.execute(q);
}

export async function removeIdentities(q: Query, rows: readonly UndoRow[]): Promise<void> {
  const ids = rows.flatMap((row) => row.identities);
  if (ids.length === 0) return;
  await sql`delete from customer_identities where id = any(${ids}::bigint[])
    and customer_id = any(${rows.map((row) => row.customer_id)}::bigint[]) and not is_verified`.execute(q);
}

export async function setRowOutcomes(
  q: Query,
  importId: number,
  outcomes: ReadonlyMap<number, Outcome>,
): Promise<void> {
  await sql`update customer_import_rows r set outcome = w.outcome
    from unnest(${[...outcomes.keys()]}::bigint[], ${[...outcomes.values()]}::text[]) w(id, outcome)
    where r.import_id = ${importId} and r.customer_id = w.id`.execute(q);
}

/** The progress of the undo. */
export async function readUndoProgress(
  q: Query,
  importId: number,
): Promise<NonNullable<CustomerImport['undo']>> {
  const { rows } = await sql<NonNullable<CustomerImport['undo']>>`select count(*)::int as total,
      count(outcome)::int as done, count(*) filter (where outcome = 'removed')::int as removed,
      count(*) filter (where outcome = 'restored')::int as restored,
      count(*) filter (where outcome = 'has_tickets')::int as has_tickets,
      count(*) filter (where outcome = 'changed_since')::int as changed_since
    from customer_import_rows where import_id = ${importId}`.execute(q);
  const [counted] = rows;
  if (!counted) throw new Error('counting gives one row');
  return counted;
}
