import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

export type ContactRow = NonNullable<Awaited<ReturnType<typeof lockContact>>>;

/** Locks a contact, so that two first messages at the same time open one conversation. */
export async function lockContact(q: Query, accountId: number, address: string) {
  return q
    .selectFrom('messaging_contacts')
    .selectAll()
    .where('channel_account_id', '=', accountId)
    .where('address', '=', address)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks an address before its contact exists, so that two first messages create one contact. */
export async function lockContactAddress(q: Query, accountId: number, address: string): Promise<void> {
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

/** Where this customer has written by now, the latest first. */
export async function listOfCustomer(q: Query, customerId: number) {
  return q
    .selectFrom('messaging_contacts')
    .select(['channel_account_id', 'address', 'refuses_since'])
    .where('customer_id', '=', customerId)
    .orderBy(sql`last_in_at desc nulls last`)
    .orderBy('id', 'desc')
    .execute();
}

export async function insertContact(
  q: Query,
  row: Pick<ContactRow, 'channel_account_id' | 'address' | 'customer_id' | 'name'> & {
    created_at: Date;
    ask_at: Date | null;
  },
): Promise<void> {
  await q.insertInto('messaging_contacts').values(row).execute();
}

/** Stores when the customer last wrote and returns it; a late delivery does not set it back. */
export async function touchContact(
  q: Query,
  id: number,
  { at, name }: { at: Date; name: string },
): Promise<Date> {
  const { rows } = await sql<{ last_in_at: string }>`update messaging_contacts
    set name = coalesce(nullif(${name}, ''), name), last_in_at = greatest(last_in_at, ${at.toISOString()}::timestamptz)
    where id = ${id} returning last_in_at`.execute(q);
  return new Date(rows[0]?.last_in_at ?? at);
}

/** Stores since when the customer has opted out; null: not opted out. */
export async function setContactOptOut(q: Query, id: number, since: Date | null): Promise<void> {
  await q.updateTable('messaging_contacts').set({ refuses_since: since }).where('id', '=', id).execute();
}

/** Locks all contacts of these customers, in the order of their ids. */
export async function lockContactsOfCustomers(q: Query, customerIds: readonly number[]): Promise<void> {
  await sql`select from messaging_contacts where customer_id = any(${customerIds}::bigint[]) order by id for no key update`.execute(
    q,
  );
}

/** Moves the watermarks forward only; what was read counts as delivered. */
export async function moveWatermarks(
  q: Query,
  id: number,
  { state, until }: { state: 'delivered' | 'read'; until: string },
): Promise<void> {
  const read = state === 'read' ? until : null;
  await sql`update messaging_contacts
    set delivered_until = greatest(delivered_until, ${until}::timestamptz),
      read_until = greatest(read_until, ${read}::timestamptz)
    where id = ${id}`.execute(q);
}

/**
 * Leases the next contact without a name until `until`. Waits for a contact that is locked by a message being stored, which would
 * otherwise be skipped.
 */
export async function claimProfileLookup(
  q: Query,
  accountId: number,
  { now, until }: { now: Date; until: Date },
): Promise<ContactRow | undefined> {
  const { rows } = await sql<ContactRow>`
    update messaging_contacts set ask_at = ${until.toISOString()}, asked = asked + 1
    where id = (
      select id from messaging_contacts
      where channel_account_id = ${accountId} and ask_at <= ${now.toISOString()}
      order by ask_at limit 1 for no key update
    )
    returning *`.execute(q);
  return rows[0];
}

/** Sets when to look up again; null: never. */
export async function setNextProfileLookup(q: Query, id: number, askAt: Date | null): Promise<void> {
  await q.updateTable('messaging_contacts').set({ ask_at: askAt }).where('id', '=', id).execute();
}

export async function setName(q: Query, id: number, name: string): Promise<void> {
  await q.updateTable('messaging_contacts').set({ name }).where('id', '=', id).execute();
}

export async function listAccountsWithLookups(q: Query, now: Date): Promise<number[]> {
  const rows = await q
    .selectFrom('messaging_contacts')
    .select('channel_account_id')
    .distinct()
    .where('ask_at', '<=', now.toISOString())
    .execute();
  return rows.map((row) => row.channel_account_id);
}
