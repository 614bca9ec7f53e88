import { sql, type RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import { COUNT_COLUMNS, columnList, recountCtes, uncountedTicketCtes, WAIT_COLUMNS } from './recount-ctes.ts';
import { SOLVING_COLUMNS, solvingCtes } from './solving-ctes.ts';

/** Only one process counts at a time, since a second one would repeat the same work. */
const ONE_AT_A_TIME = 4_270_002;

export async function tryCountingLock(q: Query): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(${ONE_AT_A_TIME}) as is_mine`.execute(q);
  return rows[0]?.is_mine ?? false;
}

/** Tickets that are to be counted, newest first. */
export async function listTicketsToCount(q: Query, limit: number): Promise<number[]> {
  const { rows } = await sql<{ ticket_id: number }>`
    select distinct ticket_id from message_figure_marks order by ticket_id desc limit ${limit}`.execute(q);
  return rows.map((row) => row.ticket_id);
}

export async function countMarked(q: Query): Promise<number> {
  const { rows } = await sql<{ marked: number }>`
    select count(distinct ticket_id)::int as marked from message_figure_marks`.execute(q);
  return rows[0]?.marked ?? 0;
}

type CountedTable = {
  table: 'message_counts' | 'message_waits' | 'ticket_solvings';
  /** The CTEs that compute its rows, and which of them has the rows. */
  ctes: RawBuilder<unknown>;
  told: string;
  columns: readonly string[];
  key: readonly string[];
};
const KEPT: readonly CountedTable[] = [
  {
    table: 'message_counts',
    ctes: recountCtes,
    told: 'told_counts',
    columns: COUNT_COLUMNS,
    key: COUNT_COLUMNS.slice(0, 6),
  },
  {
    table: 'message_waits',
    ctes: recountCtes,
    told: 'told_waits',
    columns: WAIT_COLUMNS,
    key: ['ticket_id', 'message_id'],
  },
  {
    table: 'ticket_solvings',
    ctes: solvingCtes,
    told: 'told_solvings',
    columns: SOLVING_COLUMNS,
    key: ['ticket_id', 'change_id'],
  },
];

const targetsOf = (ids: readonly number[]) =>
  sql`targets as materialized (select unnest(${ids}::bigint[]) as ticket_id)`;

/** Adds the tickets into which these were merged, because those hold their figures. */
async function withTargets(q: Query, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select merged_into as id from tickets where id = any(${ids}::bigint[]) and merged_into is not null`.execute(
    q,
  );
  return [...new Set([...ids, ...rows.map(({ id }) => id)])];
}

/** `lost`: stored rows that are wrong; `found`: rows that are missing. */
const differencesWith = ({ table, told, columns }: CountedTable): RawBuilder<unknown> => sql`
  kept as materialized (
    select ${columnList(columns)} from ${sql.table(table)} where ticket_id in (select ticket_id from targets)
  ),
  told as materialized (select ${columnList(columns)} from ${sql.table(told)}),
  lost as (select * from kept except all select * from told),
  found as (select * from told except all select * from kept)`;

/** Counts these tickets, and removes the marks that existed in this snapshot. Only rows that differ are written. */
export async function countTickets(q: Query, ids: readonly number[]): Promise<void> {
  await sql`select set_config('trunkline.counts_messages', 'on', true)`.execute(q);
  const targets = targetsOf(await withTargets(q, ids));
  for (const kept of KEPT) {
    const isSame = sql.join(
      kept.key.map((column) => sql`k.${sql.ref(column)} is not distinct from l.${sql.ref(column)}`),
      sql` and `,
    );
    await sql`
      with ${targets}, ${kept.ctes}, ${differencesWith(kept)},
      removed as (delete from ${sql.table(kept.table)} k using lost l where ${isSame})
      insert into ${sql.table(kept.table)} (${columnList(kept.columns)}) select * from found
      order by at, ticket_id`.execute(q);
  }
  await sql`delete from message_figure_marks where ticket_id = any(${ids}::bigint[])`.execute(q);
}

/** The next counted tickets after this id. */
export async function listCounted(
  q: Query,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with ${uncountedTicketCtes}
    select t.id from tickets t where t.id > ${after} and not exists (select from unkept k where k.ticket_id = t.id)
    order by t.id limit ${limit}`.execute(q);
  return rows.map(({ id }) => id);
}

export type CountDifference = { ticket_id: number; what: CountedTable['table'] };

/** Returns the tickets whose stored figures differ from those computed from their messages. */
export async function listDifferences(q: Query, ids: readonly number[]): Promise<CountDifference[]> {
  const found: CountDifference[] = [];
  for (const kept of KEPT) {
    const { rows } = await sql<{ ticket_id: number }>`
      with ${targetsOf(ids)}, ${kept.ctes}, ${differencesWith(kept)}
      select ticket_id from lost union select ticket_id from found order by ticket_id`.execute(q);
    found.push(...rows.map((row) => ({ ...row, what: kept.table })));
  }
  return found;
}

/** Marks these tickets to be counted again. */
export async function markForCounting(q: Query, ids: readonly number[]): Promise<void> {
  await sql`insert into message_figure_marks (ticket_id) select unnest(${ids}::bigint[])`.execute(q);
}
