import { sql, type RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import type { AnyDescription, AnyItem } from './queue-table.ts';

// The statements of all queues. `d` is the description of a queue; its values are constants of the program, never user input.

const NOTHING = sql``;
const iso = (time: Date): string => time.toISOString();

function assignments(change: AnyItem): RawBuilder<unknown> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return sql.join(given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
}

/** A literal, so that partial indexes on that state are used. */
const isPending = (d: AnyDescription) => sql`state = ${sql.lit(d.pending)}`;

function isDue(d: AnyDescription, now: Date): RawBuilder<unknown> {
  const at = iso(now);
  if (d.leaseMs === undefined) return sql`${isPending(d)} and (next_try_at is null or next_try_at <= ${at})`;
  return sql`${isPending(d)} and next_try_at <= ${at} and (leased_until is null or leased_until <= ${at})`;
}

/** Whether no earlier row of the same ordering key waits or is under way. */
function isItsTurn({ table, id, owner, pending, orderingKey, outOfOrder }: AnyDescription) {
  if (!orderingKey) return NOTHING;
  const isApart = outOfOrder ? sql`${sql.ref(`o.${outOfOrder}`)} is not null or` : NOTHING;
  const isInOrder = outOfOrder ? sql`and ${sql.ref(`b.${outOfOrder}`)} is null` : NOTHING;
  return sql`and (${isApart} not exists (
    select from ${sql.table(table)} b
    where ${sql.ref(`b.${owner}`)} = ${sql.ref(`o.${owner}`)} and b.state = ${sql.lit(pending)} ${isInOrder}
      and ${sql.ref(`b.${orderingKey}`)} = ${sql.ref(`o.${orderingKey}`)}
      and ${sql.ref(`b.${id}`)} < ${sql.ref(`o.${id}`)}
  ))`;
}

type Lease = { now: Date; until: Date };

/** Leases the first of an owner's work that is due and whose turn it is. */
export async function leaseNext(
  q: Query,
  d: AnyDescription,
  owner: number,
  { now, until }: Lease,
): Promise<AnyItem | undefined> {
  const id = sql.ref(d.id);
  const { rows } = await sql<AnyItem>`
    update ${sql.table(d.table)} set leased_until = ${iso(until)}
    where ${id} = (
      select ${id} from ${sql.table(d.table)} o
      where ${sql.ref(d.owner)} = ${owner} and ${isDue(d, now)} ${isItsTurn(d)}
      order by next_try_at, ${id} limit 1 for update skip locked
    )
    returning *`.execute(q);
  return rows[0];
}

/** Locks the first of an owner's work that is due and not locked, until the transaction ends. */
export async function holdNext(
  q: Query,
  d: AnyDescription,
  owner: number,
  now: Date,
): Promise<AnyItem | undefined> {
  const { rows } = await sql<AnyItem>`
    select * from ${sql.table(d.table)} where ${sql.ref(d.owner)} = ${owner} and ${isDue(d, now)}
    order by next_try_at, ${sql.ref(d.id)} limit 1 for update skip locked`.execute(q);
  return rows[0];
}

/** The first of an owner's work that is due, in order. */
export async function listDue(
  q: Query,
  d: AnyDescription,
  owner: number,
  { now, limit }: { now: Date; limit: number },
): Promise<AnyItem[]> {
  const { rows } = await sql<AnyItem>`
    select * from ${sql.table(d.table)} where ${sql.ref(d.owner)} = ${owner} and ${isDue(d, now)}
    order by ${sql.ref(d.id)} limit ${limit}`.execute(q);
  return rows;
}

export async function readRowStates(
  q: Query,
  d: AnyDescription,
  ids: readonly number[],
): Promise<Map<number, { state: string; attempts: number }>> {
  const { rows } = await sql<{ id: number; state: string; attempts: number }>`
    select ${sql.ref(d.id)} as id, state, attempts from ${sql.table(d.table)}
    where ${sql.ref(d.id)} = any(${ids}::bigint[])`.execute(q);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

export async function listOwnersDue(q: Query, d: AnyDescription, now: Date): Promise<number[]> {
  const { rows } = await sql<{ owner: number }>`
    select distinct ${sql.ref(d.owner)} as owner from ${sql.table(d.table)} where ${isDue(d, now)}`.execute(
    q,
  );
  return rows.map(({ owner }) => owner);
}

/** Marks work as done, whatever was noted meanwhile. False where it was done already. */
export async function finish(
  q: Query,
  d: AnyDescription,
  item: AnyItem,
  change: AnyItem & { state: unknown },
): Promise<boolean> {
  const lease = d.leaseMs === undefined ? {} : { leased_until: null };
  const { numAffectedRows } = await sql`
    update ${sql.table(d.table)} set ${assignments({ ...change, ...lease })}
    where ${sql.ref(d.id)} = ${item[d.id]} and state <> ${change.state}`.execute(q);
  return numAffectedRows === 1n;
}

type Failure = { state: string; later: Date; soonest: Date; change: AnyItem };

/**
 * Notes a failed attempt, and returns when the next is due. Undefined where it is done, or taken by another worker by now: then
 * this attempt took longer than its lease, and must not affect the next.
 */
export async function noteFailure(
  q: Query,
  d: AnyDescription,
  item: AnyItem,
  { state, later, soonest, change }: Failure,
): Promise<string | undefined> {
  const { retryRequests: requests, notBefore } = d;
  const isAsked = requests ? sql`${sql.ref(requests)} <> ${item[requests]}` : sql`false`;
  const isLeased = d.leaseMs !== undefined;
  const set = {
    ...change,
    state,
    ...(isLeased && { leased_until: null }),
    ...(notBefore && { [notBefore]: iso(soonest) }),
  };
  const { rows } = await sql<{ at: string }>`
    update ${sql.table(d.table)} set ${assignments(set)}, attempts = attempts + 1,
      next_try_at = case when ${isAsked} then ${iso(soonest)} else ${iso(later)} end::timestamptz
    where ${sql.ref(d.id)} = ${item[d.id]} and ${isPending(d)}
      ${isLeased ? sql`and leased_until = ${item['leased_until']}` : NOTHING}
    returning next_try_at as at`.execute(q);
  return rows[0]?.at;
}

/** Makes an owner's work that waits for its next attempt due now, or as soon as allowed. */
export async function retryNow(
  q: Query,
  d: AnyDescription,
  owner: number,
  { now, isAfresh }: { now: Date; isAfresh: boolean },
): Promise<void> {
  const requests = d.retryRequests && sql.ref(d.retryRequests);
  const at = sql`${iso(now)}::timestamptz`;
  const soonest = d.notBefore ? sql`greatest(${sql.ref(d.notBefore)}, ${at})` : at;
  const isQueued = sql`${sql.ref(d.owner)} = ${owner} and ${isPending(d)}`;
  // Leaves out what is locked: it is being tried.
  const isFree = sql`and ${sql.ref(d.id)} in (
    select ${sql.ref(d.id)} from ${sql.table(d.table)} where ${isQueued} for update skip locked
  )`;
  await sql`
    update ${sql.table(d.table)} set
      next_try_at = case when attempts > 0 then ${soonest} else next_try_at end
      ${requests ? sql`, ${requests} = ${requests} + 1` : NOTHING} ${isAfresh ? sql`, attempts = 0` : NOTHING}
    where ${isQueued} ${d.isHeld ? isFree : NOTHING}`.execute(q);
}

type RequeueOptions = { now: Date; from?: string | undefined; change: AnyItem };

/** Queues rows that are not pending any more: all with `value` in `column`. */
export async function requeue(
  q: Query,
  d: AnyDescription,
  [column, value]: readonly [string, number],
  { now, from, change }: RequeueOptions,
): Promise<AnyItem[]> {
  const lease = d.leaseMs === undefined ? {} : { leased_until: null };
  const set = { ...change, ...lease, state: d.pending, attempts: 0, next_try_at: iso(now) };
  const { rows } = await sql<AnyItem>`
    update ${sql.table(d.table)} set ${assignments(set)}
    where ${sql.ref(column)} = ${value}
      and ${from === undefined ? sql`state <> ${d.pending}` : sql`state = ${from}`}
    returning *`.execute(q);
  return rows;
}
