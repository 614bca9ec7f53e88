import type { CustomerPackage } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { Cursor } from '#platform/paging';
import { countExpired as countRows } from '#modules/settings';

export type PackageRow = {
  id: number;
  customer_id: number;
  state: CustomerPackage['state'];
  file_id: string;
  expires_at: string | null;
};

const shown = sql`p.id, json_build_object('id', p.customer_id, 'name', c.name) as customer,
  case when p.user_id is not null then json_build_object('id', p.user_id, 'name', coalesce(u.name, '')) end as user,
  p.requested_at, p.state, p.bytes, p.ended_at, p.expires_at
  from customer_packages p join customers c on c.id = p.customer_id left join report_people u on u.id = p.user_id`;

/** Undefined where one is being made already. */
export async function insertPackage(
  q: Query,
  { customerId, userId, at }: { customerId: number; userId: number; at: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into customer_packages (customer_id, user_id, requested_at) values (${customerId}, ${userId}, ${at})
    on conflict do nothing returning id`.execute(q);
  return rows[0]?.id;
}

/** The latest package of a customer, or of those who were merged into them. */
export async function findLatest(
  q: Query,
  customerIds: readonly number[],
): Promise<CustomerPackage | undefined> {
  const { rows } = await sql<CustomerPackage>`
    select ${shown} where p.customer_id = any(${customerIds}::bigint[]) order by p.id desc limit 1`.execute(
    q,
  );
  return rows[0];
}

export async function listPackages(
  q: Query,
  { limit, after }: { limit: number; after: Cursor | undefined },
): Promise<CustomerPackage[]> {
  const from = after
    ? sql`where (p.requested_at, p.id) < (${after.key}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<CustomerPackage>`
    select ${shown} ${from} order by p.requested_at desc, p.id desc limit ${limit}`.execute(q);
  return rows;
}

export async function findPackage(q: Query, id: number): Promise<PackageRow | undefined> {
  const { rows } = await sql<PackageRow>`
    select id, customer_id, state, file_id, expires_at from customer_packages where id = ${id}`.execute(q);
  return rows[0];
}

/** Updates a package that has not ended; false where it has, or was deleted with its customer. */
export async function updatePackage(
  q: Query,
  id: number,
  { state, bytes, endedAt, expiresAt }: FinishedPackage,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update customer_packages set state = ${state}, bytes = ${bytes ?? null}, ended_at = ${endedAt ?? null},
      expires_at = ${expiresAt ?? null}
    where id = ${id} and state in ('waiting', 'running')`.execute(q);
  return (numAffectedRows ?? 0n) > 0n;
}
type FinishedPackage = { state: CustomerPackage['state']; bytes?: number; endedAt?: Date; expiresAt?: Date };

type RemovedPackage = { id: number; customer_id: number; file_id: string };

export async function removePackage(q: Query, id: number): Promise<RemovedPackage | undefined> {
  const { rows } = await sql<RemovedPackage>`
    delete from customer_packages where id = ${id} returning id, customer_id, file_id`.execute(q);
  return rows[0];
}

export async function removePackagesOf(q: Query, customerIds: readonly number[]): Promise<RemovedPackage[]> {
  const { rows } = await sql<RemovedPackage>`delete from customer_packages
    where customer_id = any(${customerIds}::bigint[]) returning id, customer_id, file_id`.execute(q);
  return rows;
}

/** Expired packages, including failed ones. */
export async function listExpired(q: Query, now: Date): Promise<RemovedPackage[]> {
  const { rows } = await sql<RemovedPackage>`
    select id, customer_id, file_id from customer_packages where expires_at <= ${now} order by id`.execute(q);
  return rows;
}

const expiredSql = (before: string) => sql`from customer_packages where ended_at < ${before}`;

export const countExpired = (q: Query, before: string) => countRows(q, expiredSql(before), sql`ended_at`);

export async function removeExpiredPackages(
  q: Query,
  before: string,
  most: number,
): Promise<RemovedPackage[]> {
  const { rows } = await sql<RemovedPackage>`delete from customer_packages where id in (
    select id ${expiredSql(before)} order by id limit ${most} for update) returning id, customer_id, file_id`.execute(
    q,
  );
  return rows;
}
