import type { TICKET_RANGE_METRICS } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { firstReplies, resolutions } from './ticket-lengths.ts';
import { changesSince, seenTickets, type Span, type TicketScope } from './ticket-scope.ts';

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
async function readFlows(q: Query, scope: TicketScope, { from, until }: Span): Promise<Flows> {
  const inRange = sql`c.at < ${until}`;
  const created = (condition: ReturnType<typeof sql>) =>
    sql`(select count(*) from tickets t where ${condition} and ${seenTickets(scope)})::int`;
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
    from (${changesSince(scope, from)}) c`.execute(q);
  const [row] = rows;
  if (!row) throw new Error('a count gave no row');
  return row;
}

type Lengths = {
  /** Median and 90th percentile; null without any. */
  ranks: [number, number] | null;
  count: number;
  met: number;
  missed: number;
  reopened: number;
};

/**
 * Percentiles by nearest rank, so that each is the value of a real ticket. Materialised, so that the lengths are computed once.
 */
async function readLengths(q: Query, of: ReturnType<typeof sql>, isReopened = sql`false`): Promise<Lengths> {
  const { rows } = await sql<Lengths>`
    with f as materialized (${of})
    select percentile_disc(array[0.5, 0.9]) within group (order by f.seconds) as ranks, count(*)::int as count,
      count(*) filter (where not f.is_missed)::int as met, count(*) filter (where f.is_missed)::int as missed,
      count(*) filter (where ${isReopened})::int as reopened
    from f`.execute(q);
  const [row] = rows;
  if (!row) throw new Error('a count gave no row');
  return row;
}

/** Null where the whole is 0. */
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** The figures of a range. `open`: how many tickets are unsolved now, from which the backlog is computed backwards. */
export async function readRangeFigures(
  q: Query,
  scope: TicketScope,
  { span, open }: { span: Span; open: number },
): Promise<RangeFigures> {
  const flows = await readFlows(q, scope, span);
  const replies = await readLengths(q, firstReplies(scope, span));
  const solved = await readLengths(q, resolutions(scope, span), sql`f.is_reopened`);
  const end = open - flows.created_since - flows.net_since;
  return {
    tickets_created: flows.created,
    tickets_solved: flows.solved,
    tickets_reopened: flows.reopened,
    reopen_ratio: share(solved.reopened, solved.count),
    backlog_start: end - flows.created - flows.reopenings + flows.solutions + flows.merged,
    reopenings: flows.reopenings,
    solutions: flows.solutions,
    tickets_merged: flows.merged,
    backlog_end: end,
    ticket_first_reply_median_seconds: replies.ranks?.[0] ?? null,
    ticket_first_reply_p90_seconds: replies.ranks?.[1] ?? null,
    first_reply_sla_ratio: share(replies.met, replies.met + replies.missed),
    resolution_median_seconds: solved.ranks?.[0] ?? null,
    resolution_p90_seconds: solved.ranks?.[1] ?? null,
    resolution_sla_ratio: share(solved.met, solved.met + solved.missed),
  };
}
