import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

export type ContactRow = NonNullable<Awaited<ReturnType<typeof lockContact>>>;

/** One contact's messages follow each other: two first ones at once must open one conversation. */
export async function lockContact(q: Query, accountId: number, address: string) {
  return q
    .selectFrom('messaging_contacts')
    .selectAll()
    .where('channel_account_id', '=', accountId)
    .where('address', '=', address)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Before a contact is made: two first messages at the same moment must make one. */
export async function lockAddress(q: Query, accountId: number, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('messaging'), hashtext(${`${accountId}:${address}`}))`.execute(
    q,
  );
}

export async function findContact(q: Query, accountId: number, address: string) {
  return q
    .selectFrom('messaging_contacts')
    .selectAll()
    .where('channel_account_id', '=', accountId)
    .where('address', '=', address)
    .executeTakeFirst();
}

export async function insertContact(
  q: Query,
  row: { channel_account_id: number; address: string; customer_id: number; name: string; created_at: Date },
): Promise<void> {
  await q.insertInto('messaging_contacts').values(row).execute();
}

/** They wrote; what comes late does not set the clock back. Gives when they last wrote. */
export async function touchContact(
  q: Query,
  id: number,
  { at, name }: { at: Date; name: string },
): Promise<Date> {
  const { rows } = await sql<{ last_in_at: string }>`update messaging_contacts
    set name = ${name}, last_in_at = greatest(last_in_at, ${at.toISOString()}::timestamptz)
    where id = ${id} returning last_in_at`.execute(q);
  return new Date(rows[0]?.last_in_at ?? at);
}

/** All contacts who are these customers, as `lockContact` does it. */
export async function lockOfCustomers(q: Query, customerIds: readonly number[]): Promise<void> {
  await sql`select from messaging_contacts where customer_id = any(${customerIds}::bigint[]) order by id for no key update`.execute(
    q,
  );
}
