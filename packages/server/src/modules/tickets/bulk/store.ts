import type { BulkAction, BulkReason } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { ChangedFields } from './steps.ts';
import './tables.ts';

export type BulkRow = NonNullable<Awaited<ReturnType<typeof find>>>;

/** Bulk updates of a user run one after the other. One that only sent messages cannot be undone. */
const select = (q: Query) =>
  q
    .selectFrom('bulk_changes')
    .selectAll()
    .select(
      sql<boolean>`status = 'running' and exists (select from bulk_changes b where b.user_id = bulk_changes.user_id
        and b.status = 'running' and b.id < bulk_changes.id)`.as('is_waiting'),
    )
    .select(
      sql<boolean>`exists (select from bulk_tickets t where t.bulk_id = bulk_changes.id and t.after is not null)`.as(
        'has_changes',
      ),
    );

export const find = (q: Query, id: number) => select(q).where('id', '=', id).executeTakeFirst();

/** Waits for the running step. */
export const lock = (q: Query, id: number) => select(q).where('id', '=', id).forUpdate().executeTakeFirst();

/** Undefined if another worker is processing a step of it. */
export const lockIfFree = (q: Query, id: number) =>
  select(q).where('id', '=', id).where('status', '=', 'running').forUpdate().skipLocked().executeTakeFirst();

export const list = (q: Query, userId: number, limit: number) =>
  select(q).where('user_id', '=', userId).orderBy('id', 'desc').limit(limit).execute();

/** The user's next bulk update. */
export async function findNextOfUser(q: Query, userId: number): Promise<number | undefined> {
  const row = await q
    .selectFrom('bulk_changes')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'running')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Users whose bulk updates have had no progress since then. */
export async function listStalled(q: Query, before: Date): Promise<number[]> {
  const rows = await q
    .selectFrom('bulk_changes')
    .select('user_id')
    .where('status', '=', 'running')
    .groupBy('user_id')
    .having(({ fn }) => fn.max('worked_at'), '<', before.toISOString())
    .execute();
  return rows.map((row) => row.user_id);
}

type NewBulk = { userId: number; change: BulkAction; undoes: number | null; total: number; now: Date };

export async function insert(q: Query, { userId, change, undoes, total, now }: NewBulk): Promise<number> {
  const row = await q
    .insertInto('bulk_changes')
    .values({
      user_id: userId,
      change: JSON.stringify(change),
      undoes,
      total,
      at: now,
      worked_at: now,
      left_out: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function insertTickets(q: Query, bulkId: number, ids: readonly number[]): Promise<void> {
  await sql`insert into bulk_tickets (bulk_id, ticket_id) select ${bulkId}, unnest(${ids}::bigint[])`.execute(
    q,
  );
}

export async function copyChangedTickets(
  q: Query,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const { numAffectedRows } = await sql`insert into bulk_tickets (bulk_id, ticket_id)
    select ${to}, ticket_id from bulk_tickets where bulk_id = ${from} and after is not null`.execute(q);
  return Number(numAffectedRows);
}

export async function listWaiting(q: Query, bulkId: number, limit: number): Promise<number[]> {
  const rows = await q
    .selectFrom('bulk_tickets')
    .select('ticket_id')
    .where('bulk_id', '=', bulkId)
    .where('outcome', 'is', null)
    .orderBy('ticket_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.ticket_id);
}

export type BulkTicketResult = {
  ticketId: number;
  outcome: BulkReason | 'changed';
  kept?: { before: ChangedFields; after: ChangedFields };
};

export async function saveOutcome(
  q: Query,
  bulkId: number,
  { ticketId, outcome, kept }: BulkTicketResult,
): Promise<void> {
  await q
    .updateTable('bulk_tickets')
    .set({ outcome, ...(kept && { before: JSON.stringify(kept.before), after: JSON.stringify(kept.after) }) })
    .where('bulk_id', '=', bulkId)
    .where('ticket_id', '=', ticketId)
    .execute();
}

export async function findTicketChange(
  q: Query,
  bulkId: number,
  ticketId: number,
): Promise<{ before: ChangedFields; after: ChangedFields } | undefined> {
  const row = await q
    .selectFrom('bulk_tickets')
    .select(['before', 'after'])
    .where('bulk_id', '=', bulkId)
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  return row?.before && row.after ? { before: row.before, after: row.after } : undefined;
}

export type BulkProgress = Partial<{
  done: number;
  changed: number;
  total: number;
  left_out: string;
  status: 'done' | 'stopped';
  worked_at: Date;
  told_at: Date;
  ended_at: Date;
  undone_by: number | null;
}>;

export async function update(q: Query, id: number, progress: BulkProgress): Promise<void> {
  await q.updateTable('bulk_changes').set(progress).where('id', '=', id).execute();
}

export async function listSkippedTickets(q: Query, bulkId: number) {
  const { rows } = await sql<{
    ticket_id: number;
    number: string | null;
    reason: BulkReason;
    place: unknown;
  }>`
    select b.ticket_id, t.number, b.outcome as reason, t.department_id, t.assignee_id
    from bulk_tickets b left join tickets t on t.id = b.ticket_id
    where b.bulk_id = ${bulkId} and b.outcome <> 'changed' order by b.ticket_id limit 100`.execute(q);
  return rows;
}

/** Tickets that were skipped because of missing answers, and are still unsolved. */
export const listUnsolved = (q: Query, bulkId: number) =>
  q
    .selectFrom('bulk_tickets as b')
    .innerJoin('tickets as t', 't.id', 'b.ticket_id')
    .select(['t.id', 't.department_id', 't.assignee_id', 't.type_id', 't.category_id', 't.fields'])
    .where('b.bulk_id', '=', bulkId)
    .where('b.outcome', 'in', ['fields_missing', 'answered'])
    .where('t.status', 'in', ['open', 'pending', 'on_hold'])
    .where('t.merged_into', 'is', null)
    .orderBy('t.id')
    .execute();

export async function removeOld(q: Query, before: Date): Promise<void> {
  await q
    .deleteFrom('bulk_changes')
    .where('at', '<', before.toISOString())
    .where('status', '<>', 'running')
    .execute();
}
