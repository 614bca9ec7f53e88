import type { CustomerErasure, CustomerPrivacy, ErasedCounts } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { Cursor } from '#platform/paging';
import {
  runCounting,
  runAllCounting,
  patternsContaining,
  type ErasureParticipant,
  type PersonToErase,
} from './erasure-participant.ts';

type ErasureRow = { id: number; customer_id: number; state: CustomerErasure['state'] };

export async function lockErasure(q: Query, id: number): Promise<ErasureRow | undefined> {
  const { rows } = await sql<ErasureRow>`
    select id, customer_id, state from customer_erasures where id = ${id} for update`.execute(q);
  return rows[0];
}

/** The ids of a customer and of all who were merged into them, also indirectly. */
export async function listWithMerged(q: Query, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive whole as (
      select id from customers where id = ${id}
      union select c.id from customers c join whole w on c.merged_into = w.id
    ) select id from whole order by id`.execute(q);
  return rows.map((row) => row.id);
}

type State = { erased_at: string | null; held_at: string | null };

export async function lockCustomer(q: Query, id: number): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select erased_at, held_at from customers where id = ${id} and merged_into is null for update`.execute(q);
  return rows[0];
}

export async function readLegalHold(q: Query, id: number): Promise<CustomerPrivacy['hold']> {
  const { rows } = await sql<NonNullable<CustomerPrivacy['hold']>>`
    select c.held_at as at, coalesce(p.name, '') as by, c.hold_reason as reason
    from customers c left join report_people p on p.id = c.held_by
    where c.id = ${id} and c.held_at is not null`.execute(q);
  return rows[0] ?? null;
}

export async function setLegalHold(
  q: Query,
  id: number,
  hold: { at: Date; by: number; reason: string } | null,
): Promise<void> {
  await sql`update customers set held_at = ${hold?.at ?? null}, held_by = ${hold?.by ?? null},
    hold_reason = ${hold?.reason ?? ''} where id = ${id}`.execute(q);
}

export async function insertErasure(
  q: Query,
  { customerId, userId, at }: { customerId: number; userId: number | null; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into customer_erasures (customer_id, user_id, requested_at) values (${customerId}, ${userId}, ${at})
    returning id`.execute(q);
  return rows[0]?.id ?? 0;
}

export async function updateErasure(
  q: Query,
  id: number,
  { state, counts, endedAt }: { state: CustomerErasure['state']; counts: ErasedCounts; endedAt?: Date },
): Promise<void> {
  await sql`update customer_erasures set state = ${state}, counts = ${JSON.stringify(counts)}::jsonb,
    ended_at = ${endedAt ?? null} where id = ${id}`.execute(q);
}

const shown = sql`e.id, e.customer_id, e.requested_at, e.state, e.counts, e.ended_at,
  case when e.user_id is not null then json_build_object('id', e.user_id, 'name', coalesce(p.name, '')) end as user
  from customer_erasures e left join report_people p on p.id = e.user_id`;

export async function findErasure(
  q: Query,
  by: { id: number } | { customerId: number },
): Promise<CustomerErasure | undefined> {
  const where = 'id' in by ? sql`e.id = ${by.id}` : sql`e.customer_id = ${by.customerId}`;
  const { rows } = await sql<CustomerErasure>`select ${shown} where ${where}`.execute(q);
  return rows[0];
}

export async function listErasures(
  q: Query,
  { limit, after }: { limit: number; after: Cursor | undefined },
): Promise<CustomerErasure[]> {
  const from = after
    ? sql`where (e.requested_at, e.id) < (${after.key}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<CustomerErasure>`
    select ${shown} ${from} order by e.requested_at desc, e.id desc limit ${limit}`.execute(q);
  return rows;
}

/** All addresses by which they are known, also numbers without the plus, as some providers write them. */
export async function listAddresses(q: Query, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct value from customer_identities where customer_id = any(${ids}::bigint[])`.execute(q);
  const values = rows.map(({ value }) => value);
  return [...new Set([...values, ...values.map((value) => value.replace(/^\+/, ''))])];
}

/** What the customers' own tables store of them. The row stays, emptied. */
export function createOwnErasureParticipant(now: () => Date): ErasureParticipant {
  return {
    async count(q, ids) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from customer_identities where customer_id = any(${ids}::bigint[])`.execute(
        q,
      );
      return { identities: rows[0]?.n ?? 0 };
    },
    async ofPerson(q, { customerIds, addresses }: PersonToErase) {
      const ids = sql`any(${customerIds}::bigint[])`;
      const imports = await sql<{ file_id: string }>`
        select i.file_id from customer_imports i where exists (
          select from customer_import_rows r where r.import_id = i.id and r.customer_id = ${ids})
          or i.sample::text ilike any(${patternsContaining(addresses)}::text[])`.execute(q);
      const files = imports.rows.map((row) => row.file_id);
      const copies = await runAllCounting(q, [
        sql`update customer_imports set sample = '[]', head = '{}' where file_id = any(${files}::uuid[])`,
        sql`delete from customer_import_rows where customer_id = ${ids}`,
        sql`update customer_merges set before = '{}', after = '{}', identities = '{}'
          where source_id = ${ids} or target_id = ${ids}`,
      ]);
      const identities = await runCounting(
        q,
        sql`delete from customer_identities where customer_id = ${ids}`,
      );
      await sql`update customers set name = '—', company = '', note = '', fields = '{}', erased_at = ${now()},
        version = version + 1 where id = ${ids}`.execute(q);
      return { counts: { identities, copies }, files };
    },
  };
}

/** Removes jobs that would still send to them. */
export const removeJobs = (q: Query, addresses: readonly string[]): Promise<number> =>
  runCounting(
    q,
    sql`delete from graphile_worker._private_jobs where locked_at is null
      and payload::text ilike any(${patternsContaining(addresses)}::text[])`,
  );

/** Removes stored events: clients that have not got them yet fetch everything again. */
export async function removeEvents(q: Query, before: Date): Promise<void> {
  await sql`delete from events where created_at < ${before}`.execute(q);
}

/** Removes the values of audit log entries about them; the entries stay. */
export async function eraseAudit(q: Query, customerIds: readonly number[]): Promise<void> {
  await sql`select erase_audit_values(${customerIds.map((id) => `customer ${id}`)}::text[])`.execute(q);
}
