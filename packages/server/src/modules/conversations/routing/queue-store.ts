import type { Language, MediaId } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { ConversationRow } from '../store.ts';

/** A waiting conversation, with everything that routing decides on. */
export type WaitingRow = ConversationRow & {
  assignee_id: number | null;
  language: Language;
  /** The department of the account: its skills are required in this department only. */
  account_department_id: number;
  place: number;
  last_agent: number | null;
};
/** The order of the queue: lower comes first. */
type QueuePosition = Pick<WaitingRow, 'place' | 'id'>;

/** Sort key of the queue: when they began to wait, minus the seconds that their ticket's priority is worth. */
const placeOf = (prioritySeconds: number) =>
  sql<number>`(extract(epoch from c.waiting_since) * 1000 + p.rank * ${prioritySeconds}::float8 * 1000)::float8`;

export type QueueRules = { prioritySeconds: number; returnedSince: Date };

/** The departments in which conversations on these media wait for an agent. */
export async function listWaitingDepartments(q: Query, mediaIds: readonly MediaId[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct department_id as id from conversations
    where status = 'waiting' and held_by is null and media_id = any(${mediaIds}::int[])`.execute(q);
  return rows.map(({ id }) => id);
}

/** How many wait for an agent, by department and medium. */
export async function countWaiting(q: Query, mediaIds: readonly MediaId[]) {
  const { rows } = await sql<{ department_id: number; media_id: MediaId; n: number }>`
    select department_id, media_id, count(*) as n from conversations
    where status = 'waiting' and held_by is null and media_id = any(${mediaIds}::int[]) group by 1, 2`.execute(
    q,
  );
  return rows;
}

/** A page of the conversations that wait for an agent on these media in these departments, in the order of the queue. */
export async function listWaiting(
  q: Query,
  { departmentIds, mediaIds }: { departmentIds: readonly number[]; mediaIds: readonly MediaId[] },
  { prioritySeconds, returnedSince }: QueueRules,
  { after, limit }: { after: QueuePosition | undefined; limit: number },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select w.*, (
      select o.agent_id from conversations o
      where o.customer_id = w.customer_id and o.id <> w.id and o.agent_id is not null
        and o.started_at >= ${returnedSince.toISOString()} order by o.id desc limit 1
    ) as last_agent
    from (
      select c.*, t.assignee_id, cu.language, a.department_id as account_department_id,
        ${placeOf(prioritySeconds)} as place
      from conversations c
      join tickets t on t.id = c.ticket_id
      join priorities p on p.id = t.priority_id
      join customers cu on cu.id = c.customer_id
      join channel_accounts a on a.id = c.channel_account_id
      where c.status = 'waiting' and c.held_by is null and c.media_id = any(${mediaIds}::int[])
        and c.department_id = any(${departmentIds}::bigint[])
    ) w
    where ${after ? sql`(w.place, w.id) > (${after.place}::float8, ${after.id}::bigint)` : sql`true`}
    order by w.place, w.id limit ${limit}`.execute(q);
  return rows;
}

type Loads = Map<number, Map<MediaId, number>>;

/** How many conversations each of these users has or is being offered, by medium. */
export async function listAgentLoads(
  q: Query,
  userIds: readonly number[],
  mediaIds: readonly MediaId[],
): Promise<Loads> {
  const { rows } = await sql<LoadRow>`
    select id, media_id, count(*) as n from (
      select agent_id as id, media_id from conversations where status = 'active' and agent_id = any(${userIds}::bigint[])
      union all
      select offered_to, media_id from conversations where status = 'offered' and offered_to = any(${userIds}::bigint[])
    ) load where media_id = any(${mediaIds}::int[]) group by id, media_id`.execute(q);
  return loadsOf(rows);
}

/** How many each of these users is being offered, by medium. */
export async function listOffers(
  q: Query,
  userIds: readonly number[],
  mediaIds: readonly MediaId[],
): Promise<Loads> {
  const { rows } = await sql<LoadRow>`
    select offered_to as id, media_id, count(*) as n from conversations
    where status = 'offered' and offered_to = any(${userIds}::bigint[]) and media_id = any(${mediaIds}::int[])
    group by 1, 2`.execute(q);
  return loadsOf(rows);
}

type LoadRow = { id: number; media_id: MediaId; n: number };

function loadsOf(rows: readonly LoadRow[]): Loads {
  const loads: Loads = new Map();
  for (const { id, media_id, n } of rows) {
    const own = loads.get(id) ?? new Map<MediaId, number>();
    loads.set(id, own.set(media_id, n));
  }
  return loads;
}

/** Positions in the queue of a department for these media, from 1. */
export async function listQueuePositions(
  q: Query,
  departmentId: number,
  mediaIds: readonly MediaId[],
  prioritySeconds: number,
): Promise<{ id: number; address: string; media_id: MediaId; position: number }[]> {
  const { rows } = await sql<{ id: number; address: string; media_id: MediaId; position: number }>`
    select c.id, c.address, c.media_id, row_number() over (order by ${placeOf(prioritySeconds)}, c.id) as position
    from conversations c join tickets t on t.id = c.ticket_id join priorities p on p.id = t.priority_id
    where c.department_id = ${departmentId} and c.status in ('waiting', 'offered') and c.held_by is null
      and c.media_id = any(${mediaIds}::int[])
    order by position limit 500`.execute(q);
  return rows;
}

/** The average is over at most `of` recent waits, and is only given if there are at least `least`. */
const TAKEN_LATELY = 20;
const TAKEN_AT_LEAST = 3;

/**
 * The average wait in seconds of those taken lately in this department, but at least as long as the first in the queue has
 * waited by now. Null where too few were taken for an estimate.
 */
export async function readExpectedWait(
  q: Query,
  { departmentId, mediaIds }: { departmentId: number; mediaIds: readonly MediaId[] },
  { since, now }: { since: Date; now: Date },
): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select case when taken.n >= ${TAKEN_AT_LEAST} then greatest(taken.seconds, waiting.seconds)::int end as seconds from (
      select count(*) as n, avg(extract(epoch from taken_at - waiting_since)) as seconds from (
        select taken_at, waiting_since from conversations
        where department_id = ${departmentId} and taken_at >= ${since.toISOString()} and media_id = any(${mediaIds}::int[])
        order by taken_at desc limit ${TAKEN_LATELY}
      ) lately
    ) taken, (
      select extract(epoch from ${now.toISOString()}::timestamptz - min(waiting_since)) as seconds from conversations
      where department_id = ${departmentId} and status in ('waiting', 'offered') and held_by is null and not asks_once
        and media_id = any(${mediaIds}::int[])
    ) waiting`.execute(q);
  return rows[0]?.seconds ?? null;
}
