import type { Customer, CustomerMerge } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { addressesIn } from './identities.ts';
import type { MergedFields } from './tables.ts';

const LOCK = 7_310_030;
/** The min. trigram similarity of names that count as similar: the same family name alone is not enough. */
const LIKE = 0.65;

/** One merge at a time, so that the second of two sees what the first has done. */
export async function lockMerges(q: Query): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(q);
}

/** Nobody else can change these customers, or open a ticket for them, until the transaction ends. */
export async function lockCustomers(q: Query, ids: readonly number[]): Promise<void> {
  await sql`select from customers where id = any(${ids}::bigint[]) order by id for update`.execute(q);
}

/** The customer that this one was merged into, or itself; valid until the transaction ends. */
export async function resolveCustomer(q: Query, id: number): Promise<number> {
  const row = await q
    .selectFrom('customers')
    .select(['id', 'merged_into'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.merged_into ? resolveCustomer(q, row.merged_into) : id;
}

export async function findMergedInto(q: Query, id: number): Promise<number | null> {
  const row = await q.selectFrom('customers').select('merged_into').where('id', '=', id).executeTakeFirst();
  return row?.merged_into ?? null;
}

export async function moveIdentities(q: Query, from: number, to: number): Promise<number[]> {
  const rows = await q
    .updateTable('customer_identities')
    .set({ customer_id: to })
    .where('customer_id', '=', from)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Moves back those identities that are still where the merge put them. */
export async function moveIdentitiesBack(
  q: Query,
  ids: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (ids.length === 0) return;
  await q
    .updateTable('customer_identities')
    .set({ customer_id: to })
    .where('id', 'in', ids)
    .where('customer_id', '=', from)
    .execute();
}

export async function markMerged(q: Query, id: number, into: number | null): Promise<void> {
  await q
    .updateTable('customers')
    .set({ merged_into: into, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function writeFields(q: Query, id: number, { fields, ...rest }: MergedFields): Promise<void> {
  await q
    .updateTable('customers')
    .set({ ...rest, fields: JSON.stringify(fields), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Recomputes ticket counts and last contact of both after tickets were moved. */
export async function recountTickets(q: Query, ids: readonly number[]): Promise<void> {
  await sql`
    update customers c set total_tickets = n.total, open_tickets = n.open
    from (select w.id, count(t.id) total, count(t.id) filter (where t.status in ('open', 'pending', 'on_hold')) open
          from unnest(${ids}::bigint[]) w(id) left join tickets t on t.customer_id = w.id group by w.id) n
    where c.id = n.id`.execute(q);
}

export async function keepLatestContact(q: Query, from: number, to: number): Promise<void> {
  await sql`update customers set last_contact_at = greatest(last_contact_at,
    (select last_contact_at from customers where id = ${from})) where id = ${to}`.execute(q);
}

type NewMerge = {
  source_id: number;
  target_id: number;
  at: Date;
  user_id: number;
  user_name: string;
  before: MergedFields;
  after: MergedFields;
  identities: number[];
  moved: Record<string, number[]>;
};

export async function insertMerge(q: Query, { before, after, moved, ...row }: NewMerge): Promise<number> {
  const { id } = await q
    .insertInto('customer_merges')
    .values({
      ...row,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      moved: JSON.stringify(moved),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const findMerge = (q: Query, id: number) =>
  q.selectFrom('customer_merges').selectAll().where('id', '=', id).executeTakeFirst();

export async function markUndone(q: Query, id: number, now: Date): Promise<void> {
  await q.updateTable('customer_merges').set({ undone_at: now }).where('id', '=', id).execute();
}

/** Merges into a customer that were not undone, latest first; those after `since` can be undone. */
export function listMergesOf(q: Query, customerId: number, since: Date): Promise<CustomerMerge[]> {
  return q
    .selectFrom('customer_merges as m')
    .innerJoin('customers as s', 's.id', 'm.source_id')
    .select(['m.id', 'm.source_id', 's.name as source_name', 'm.at', 'm.user_name'])
    .select(sql<boolean>`m.at > ${since}`.as('can_undo'))
    .where('m.target_id', '=', customerId)
    .where('m.undone_at', 'is', null)
    .orderBy('m.id', 'desc')
    .limit(50)
    .execute();
}

type Candidate = { id: number; reason: 'same_name' | 'like_name' | 'claimed' };

/**
 * Customers who may be the same person: by an address that one has claimed and the other has or has claimed, by the same name,
 * or by a similar one. Each from an index; of a common name only the first hundreds.
 */
export async function findCandidates(q: Query, customer: Customer, limit: number): Promise<Candidate[]> {
  const claimed = addressesIn(customer.note);
  const { rows } = await sql<Candidate>`
    select id, reason from (
      select distinct on (id) id, reason, rank from (
        select customer_id as id, 'claimed' as reason, 3.0 as rank from customer_identities
          where value = any(${claimed.map((one) => one.toLowerCase())}::text[])
        union all
        select o.customer_id, 'claimed', 3.0 from customer_identities i
          join customer_identities o on o.kind = i.kind and o.value = i.value and o.customer_id <> i.customer_id
          where i.customer_id = ${customer.id}
        union all
        (select id, 'same_name', 2.0 from customers where lower(name) = lower(${customer.name}) limit 300)
        union all
        (select id, 'like_name', similarity(${customer.name}, name) from
          (select id, name from customers where ${customer.name} <% (name || ' ' || company) limit 1000) near
          where similarity(${customer.name}, name) > ${LIKE})
      ) hit order by id, rank desc
    ) one
    where id <> ${customer.id} and exists (select from customers c where c.id = one.id and c.merged_into is null and c.erased_at is null)
    order by rank desc, id limit ${limit}`.execute(q);
  return rows;
}
