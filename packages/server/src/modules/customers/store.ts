import type { Answers, Customer, IdentityKind, listCustomers, QueryOf } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { executeUnread, type Query } from '#platform/db';
import { UNREAD_HINT } from '#platform/postgres/transaction-writes';
import { searchableNumberParts, phoneSpellingsOf, type HomeCountry } from './identities.ts';
import './tables.ts';

export type CustomerListFilter = Omit<QueryOf<typeof listCustomers>, 'where'> & {
  conditions: readonly RawBuilder<boolean>[];
  home: HomeCountry;
};
export type CustomerSortPosition = { key: string; id: number };

/** The value of `last_contact_at` before any contact: it sorts last, and every contact is later. */
export const NO_CONTACT = '-infinity';

/** The sort key of a customer in this order. */
export function customerSortPosition(
  customer: Customer,
  sort: CustomerListFilter['sort'],
): CustomerSortPosition {
  const { name, created_at: created, last_contact_at: last } = customer;
  const key = { name, created, last_contact: last ?? NO_CONTACT };
  return { key: key[sort], id: customer.id };
}

const customers = (q: Query) =>
  q
    .selectFrom('customers as c')
    .select([
      'c.id',
      'c.name',
      'c.company',
      'c.note',
      'c.language',
      'c.fields',
      'c.open_tickets',
      'c.total_tickets',
      'c.created_at',
      'c.version',
      sql<string | null>`nullif(c.last_contact_at, ${NO_CONTACT}::timestamptz)`.as('last_contact_at'),
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('customer_identities as i')
          .whereRef('i.customer_id', '=', 'c.id')
          .select(['i.id', 'i.kind', 'i.value', 'i.is_verified'])
          // After a merge a customer may have an address that they had claimed before.
          .where(
            sql<boolean>`not (i.is_claimed and exists (select from customer_identities own where own.customer_id = i.customer_id
              and own.kind = i.kind and own.value = i.value and (not own.is_claimed or own.id < i.id)))`,
          )
          .orderBy('i.id'),
      ).as('identities'),
    );

export const findCustomer = (q: Query, id: number): Promise<Customer | undefined> =>
  customers(q).where('c.id', '=', id).executeTakeFirst();

/** Those of these customers who exist. */
export const findCustomers = (q: Query, ids: readonly number[]): Promise<Customer[]> =>
  customers(q)
    .where(sql<boolean>`c.id = any(${ids}::bigint[])`)
    .execute();

/** A page of customers. `after` is the sort key of the previous page's last row. */
export async function listPage(
  q: Query,
  filter: CustomerListFilter,
  after: CustomerSortPosition | undefined,
): Promise<Customer[]> {
  let query = customers(q)
    .where('c.merged_into', 'is', null)
    .where('c.erased_at', 'is', null)
    .limit(filter.limit + 1);
  if (filter.q) query = query.where('c.id', 'in', matching(filter.q, filter.home));
  for (const condition of filter.conditions) query = query.where(condition);
  if (filter.sort === 'name') {
    query = query.orderBy(sql`lower(c.name)`).orderBy('c.id');
    return (
      after ? query.where(sql<boolean>`(lower(c.name), c.id) > (lower(${after.key}), ${after.id})`) : query
    ).execute();
  }
  const column = filter.sort === 'created' ? sql.ref('c.created_at') : sql.ref('c.last_contact_at');
  query = query.orderBy(column, 'desc').orderBy('c.id', 'desc');
  return (
    after ? query.where(sql<boolean>`(${column}, c.id) < (${after.key}::timestamptz, ${after.id})`) : query
  ).execute();
}

/** Ids of customers whose name, company or identity contains the text; at most 1,000. */
function matching(text: string, home: HomeCountry) {
  const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<number>`(
    (select id from customers where name || ' ' || company ilike ${pattern} limit 1000)
    union
    (select customer_id from customer_identities where value ilike ${pattern.replaceAll(' ', '')} limit 1000)
    ${sql.join(searchableNumberParts(text, home).map(havingNumber), sql` `)}
  )`;
}

const havingNumber = (part: string) => sql`union
  (select customer_id from customer_identities where kind in ('phone', 'whatsapp') and value like ${`%${part}%`} limit 1000)`;

export async function findByText(
  q: Query,
  text: string,
  { home, limit }: { home: HomeCountry; limit: number },
) {
  return q
    .selectFrom('customers')
    .select(['id', 'name', 'company'])
    .where('id', 'in', matching(text, home))
    .where('merged_into', 'is', null)
    .where('erased_at', 'is', null)
    .orderBy('last_contact_at', 'desc')
    .limit(limit)
    .execute();
}

export async function isErased(q: Query, id: number): Promise<boolean> {
  const row = await q.selectFrom('customers').select('erased_at').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.erased_at !== null;
}

/** Locks an identity until this transaction ends, also before it exists. */
export async function lockIdentity(q: Query, kind: IdentityKind, value: string): Promise<void> {
  await sql`${sql.raw(UNREAD_HINT)} select pg_advisory_xact_lock(hashtext('identity'), hashtext(${`${kind}:${lockOf(kind, value)}`}))`.execute(
    q,
  );
}

/** All spellings of a number share one lock. */
const lockOf = (kind: IdentityKind, value: string): string =>
  kind === 'phone' ? (phoneSpellingsOf(value).toSorted()[0] ?? value) : value;

const havingIdentity = (q: Query, kind: IdentityKind, value: string) =>
  q
    .selectFrom('customer_identities as i')
    .innerJoin('customers as c', 'c.id', 'i.customer_id')
    .select(['c.id', 'c.name'])
    .where('i.kind', '=', kind)
    .where('i.value', 'in', kind === 'phone' ? phoneSpellingsOf(value) : [value])
    // An exact match of the spelling comes first.
    .orderBy(({ eb }) => eb('i.value', '=', value), 'desc');

export const findOwner = (q: Query, kind: IdentityKind, value: string) =>
  havingIdentity(q, kind, value).where('i.is_claimed', '=', false).executeTakeFirst();

/** The only customer who claims this identity; undefined where there are several. */
export async function findOnlyClaimer(q: Query, kind: IdentityKind, value: string) {
  const claimers = await havingIdentity(q, kind, value).where('i.is_claimed', '=', true).limit(2).execute();
  return claimers.length === 1 ? claimers[0] : undefined;
}

type Fields = { name?: string; company?: string; note?: string; language?: 'en' | 'id'; fields?: Answers };

export async function insertCustomer(
  q: Query,
  { fields = {}, ...rest }: Fields & { name: string },
  now: Date,
): Promise<number> {
  const row = await q
    .insertInto('customers')
    .values({ ...rest, fields: JSON.stringify(fields), created_at: now, last_contact_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** False when the version is not the latest. */
export async function updateCustomer(
  q: Query,
  id: number,
  version: number,
  { fields, ...rest }: Fields,
): Promise<boolean> {
  const row = await q
    .updateTable('customers')
    .set({ ...rest, ...(fields && { fields: JSON.stringify(fields) }), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertIdentities(
  q: Query,
  customerId: number,
  identities: readonly { kind: IdentityKind; value: string }[],
  { isVerified = false, isClaimed = false }: { isVerified?: boolean; isClaimed?: boolean } = {},
): Promise<void> {
  if (identities.length === 0) return;
  const rows = identities.map(({ kind, value }) => ({
    customer_id: customerId,
    kind,
    value,
    is_verified: isVerified,
    is_claimed: isClaimed,
  }));
  await executeUnread(q, q.insertInto('customer_identities').values(rows));
}

/** Deletes typed identities (e-mail, phone) that are not in the list. */
export async function removeTypedIdentities(
  q: Query,
  customerId: number,
  except: readonly string[],
): Promise<void> {
  let query = q
    .deleteFrom('customer_identities')
    .where('customer_id', '=', customerId)
    .where('kind', 'in', ['email', 'phone']);
  if (except.length > 0) query = query.where('value', 'not in', except);
  await query.execute();
}

/** False when a contact after `before` was noted already. */
export async function noteContact(
  q: Query,
  id: number,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const row = await q
    .updateTable('customers')
    .set({ last_contact_at: now })
    .where('id', '=', id)
    .where('last_contact_at', '<', before.toISOString())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
