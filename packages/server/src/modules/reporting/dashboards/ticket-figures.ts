import type { TICKET_RANGE_METRICS } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { readSummedFigures, type SummedFigures } from '../ticket-days/figures.ts';
import type { DayScope } from '../ticket-days/pieces.ts';
import { firstRepliesQuery, resolutionsQuery } from './ticket-lengths.ts';
import { backlogChangesQuery, visibleTicketsSql, type TicketSpan, type TicketScope } from './ticket-scope.ts';

export type RangeFigures = Record<(typeof TICKET_RANGE_METRICS)[number], number | null>;

type Flows = {
  created: number;
  created_since: number;
  solutions: number;
  solved: number;
  reopenings: number;
  reopened: number;
  merged: number;
  net_since: number;
};

/** Changes of the backlog, in the range and since. A merge that was undone does not count. */
async function readFlows(q: Query, scope: TicketScope, { from, until }: TicketSpan): Promise<Flows> {
  const inRange = sql`c.at < ${until}`;
  const created = (condition: ReturnType<typeof sql>) =>
    sql`(select count(*) from tickets t where ${condition} and ${visibleTicketsSql(scope)})::int`;
  const { rows } = await sql<Flows>`
    select ${created(sql`t.created_at >= ${from} and t.created_at < ${until}`)} as created,
      ${created(sql`t.created_at >= ${until}`)} as created_since,
      count(*) filter (where ${inRange} and c.kind = 'resolved')::int as solutions,
      count(distinct c.ticket_id) filter (where ${inRange} and c.kind = 'resolved')::int as solved,
      count(*) filter (where ${inRange} and c.kind = 'reopened')::int as reopenings,
      count(distinct c.ticket_id) filter (where ${inRange} and c.kind = 'reopened')::int as reopened,
      coalesce(sum(case c.kind when 'merged' then 1 when 'unmerged' then -1 end) filter (where ${inRange}), 0)::int as merged,
      coalesce(sum(case when c.kind in ('reopened', 'unmerged') then 1 else -1 end) filter (where not (${inRange})), 0)::int
        as net_since
    from (${backlogChangesQuery(scope, from)}) c`.execute(q);
  const [row] = rows;
  if (!row) throw new Error('a count gave no row');
  return row;
}

type Durations = {
  /** Median and 90th percentile; null without any. */
  ranks: [number, number] | null;
  met: number;
  missed: number;
  reopened: number;
};

/**
 * Percentiles by nearest rank, so that each is the value of a real ticket. Materialised, so that the lengths are computed once.
 */
async function readLengths(
  q: Query,
  of: ReturnType<typeof sql>,
  isReopened = sql`false`,
): Promise<Durations> {
  const { rows } = await sql<Durations>`
    with f as materialized (${of})
    select percentile_disc(array[0.5, 0.9]) within group (order by f.seconds) as ranks, count(*) filter (where not f.is_missed)::int as met, count(*) filter (where f.is_missed)::int as missed,
      count(*) filter (where ${isReopened})::int as reopened
    from f`.execute(q);
  const [row] = rows;
  if (!row) throw new Error('a count gave no row');
  return row;
}

/** Null where the whole is 0. */
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** The figures of a range read from the tickets one by one, in the form of those that were summed up by day. */
async function readFromTickets(q: Query, scope: TicketScope, span: TicketSpan): Promise<SummedFigures> {
  const flows = await readFlows(q, scope, span);
  const replies = await readLengths(q, firstRepliesQuery(scope, span));
  const solved = await readLengths(q, resolutionsQuery(scope, span), sql`f.is_reopened`);
  return {
    ...flows,
    came_back: solved.reopened,
    reply_ranks: replies.ranks,
    replies_met: replies.met,
    replies_missed: replies.missed,
    solved_ranks: solved.ranks,
    solved_met: solved.met,
    solved_missed: solved.missed,
  };
}

/**
 * The figures of each span, from the daily sums (`summed`) where possible, otherwise from the tickets. `open`: how many tickets
 * are unsolved now, from which the backlog is calculated backwards.
 */
export async function readRangeFigures(
  q: Query,
  scope: TicketScope,
  { spans, open, summed }: { spans: readonly TicketSpan[]; open: number; summed: DayScope | undefined },
): Promise<RangeFigures[]> {
  if (summed) return (await readSummedFigures(q, summed, spans)).map((found) => figuresOf(found, open));
  const read: RangeFigures[] = [];
  for (const span of spans) read.push(figuresOf(await readFromTickets(q, scope, span), open));
  return read;
}

function figuresOf(found: SummedFigures, open: number): RangeFigures {
  const end = open - found.created_since - found.net_since;
  return {
    tickets_created: found.created,
    tickets_solved: found.solved,
    tickets_reopened: found.reopened,
    reopen_ratio: share(found.came_back, found.solved),
    backlog_start: end - found.created - found.reopenings + found.solutions + found.merged,
    reopenings: found.reopenings,
    solutions: found.solutions,
    tickets_merged: found.merged,
    backlog_end: end,
    ticket_first_reply_median_seconds: found.reply_ranks?.[0] ?? null,
    ticket_first_reply_p90_seconds: found.reply_ranks?.[1] ?? null,
    first_reply_sla_ratio: share(found.replies_met, found.replies_met + found.replies_missed),
    resolution_median_seconds: found.solved_ranks?.[0] ?? null,
    resolution_p90_seconds: found.solved_ranks?.[1] ?? null,
    resolution_sla_ratio: share(found.solved_met, found.solved_met + found.solved_missed),
  };
}
