import { Activity, CHANNEL_TRAITS, type MediaId } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import { cutAtMidnights } from '../by-day.ts';
import { agentWorkCtes } from '../dashboards/agent-work.ts';
import { callCtes, type CallSource } from '../reports/calls/call-figures.ts';
import { isOfRowSql, type GroupColumns } from '../reports/groups.ts';
import { messageCtes } from '../reports/messages.ts';
import type { ReportScope } from '../reports/report-reader.ts';
import { departmentAtSql, isTicketInScopeSql } from '../reports/ticket-filter.ts';
import { solvedTicketCtes } from './tickets.ts';

/** The figures of one part for a group, by name. */
export type PartRow = { key: string; name: string | null; is_left: boolean } & Record<
  string,
  number | string | boolean | null
>;

const MEDIA = Object.entries(CHANNEL_TRAITS).map(([id, traits]) => ({
  id: Number(id) as MediaId,
  ...traits,
}));
export const WRITTEN_MEDIA = MEDIA.filter(({ isVoice }) => !isVoice).map(({ id }) => id);

/** The rows of each grouping. */
export type PerformancePart = (
  q: Query,
  scope: ReportScope,
  groupings: readonly GroupColumns[],
) => Promise<[GroupColumns, PartRow[]][]>;

/** Reads the figures of each grouping over the rows `f` of a CTE in one query. */
export async function readPart(
  q: Query,
  { ctes, from, where, figures }: Record<'ctes' | 'from' | 'where' | 'figures', RawBuilder<unknown>>,
  groupings: readonly GroupColumns[],
): Promise<[GroupColumns, PartRow[]][]> {
  const selects = groupings.map(
    ({ by, key, name, isLeft, joins }, nth) => sql`(
      select ${nth}::int as nth, ${key} as key, ${name} as name, ${isLeft} as is_left, ${figures}
      from ${from} f ${joins ?? sql``} where ${where} group by ${by})`,
  );
  const { rows } = await sql<
    PartRow & { nth: number }
  >`with ${ctes} ${sql.join(selects, sql` union all `)}`.execute(q);
  return groupings.map((columns, at) => [columns, rows.filter(({ nth }) => nth === at)]);
}

const read =
  (
    statements: (scope: ReportScope) => RawBuilder<unknown>,
    figures: RawBuilder<unknown>,
    where = sql`true`,
  ): PerformancePart =>
  (q, scope, groupings) =>
    readPart(
      q,
      { ctes: statements(scope), from: sql`found`, where: sql`${where} and ${isOfRowSql(scope)}`, figures },
      groupings,
    );

/** Calls: handled, answered and transferred. */
export const callsPart = (source: (scope: ReportScope) => CallSource): PerformancePart =>
  read(
    (scope) => callCtes(source(scope), scope),
    sql`count(distinct f.call_id) filter (where f.what = 'handled')::int as handled,
      coalesce(sum(f.seconds) filter (where f.what = 'handled'), 0)::int as seconds,
      count(*) filter (where f.what = 'call' and f.is_offered and f.outcome = 'answered')::int as answered,
      coalesce(sum(f.passes), 0)::int as passes, coalesce(sum(f.arrivals), 0)::int as arrivals,
      coalesce(sum(f.seconds) filter (where f.what = 'work' and f.kind = 'wrap_up'), 0)::int as wrap_up`,
    sql`f.what in ('handled', 'call', 'work')`,
  );

/**
 * Live chats by their end, each with the part of one agent, and by their beginning if they were queued and accepted. An agent
 * after whom another one had the chat has transferred it.
 */
export function chatCtes(scope: ReportScope) {
  const { range, userId } = scope;
  const ended = sql`o.at`;
  const { from, until, timeZone } = range;
  return sql`
    finished as (
      select l.conversation_id, max(l.ended_at) as at from conversation_legs l
      where l.conversation_id in (select conversation_id from conversation_legs where ended_at >= ${from} and ended_at < ${until})
      group by 1 having bool_and(l.ended_at is not null)
    ),
    legs as (
      select l.*, c.ticket_id, c.started_at, ${departmentAtSql(scope, ended)} as department_id, lag(l.user_id) over w as before_id, lead(l.user_id) over w as after_id, o.at
      from finished o join conversations c on c.id = o.conversation_id join tickets t on t.id = c.ticket_id
        join conversation_legs l on l.conversation_id = c.id
      where o.at >= ${from} and o.at < ${until} and c.status = 'ended' and ${isTicketInScopeSql(scope, ended)}
      window w as (partition by l.conversation_id order by l.began_at, l.id)
    ),
    found as (
      select f.*, (f.at at time zone ${timeZone})::date as day, to_char(f.at at time zone ${timeZone}, 'HH24') as hour from (
        select 'handled' as what, conversation_id, ticket_id, at, user_id, department_id,
          sum(floor(extract(epoch from ended_at - began_at)))::int as seconds,
          count(*) filter (where after_id <> user_id)::int as passes, count(*) filter (where before_id <> user_id)::int as arrivals
        from legs group by 2, 3, 4, 5, 6
        union all
        select 'answered', conversation_id, ticket_id, started_at, user_id, department_id, null, null, null
        from legs where before_id is null and began_at > started_at and started_at >= ${from}
      ) f where ${userId ?? null}::bigint is null or f.user_id = ${userId ?? null}
    )`;
}

export const chatsPart: PerformancePart = read(
  chatCtes,
  sql`count(distinct f.conversation_id) filter (where f.what = 'handled')::int as handled,
    coalesce(sum(f.seconds), 0)::int as seconds, count(*) filter (where f.what = 'answered')::int as answered,
    coalesce(sum(f.passes), 0)::int as passes, coalesce(sum(f.arrivals), 0)::int as arrivals`,
);

export const repliesPart: PerformancePart = read(
  (scope) => messageCtes(WRITTEN_MEDIA, scope),
  sql`round(avg(f.seconds))::int as first_reply_mean_seconds,
    percentile_disc(0.5) within group (order by f.seconds) as first_reply_median_seconds,
    percentile_disc(0.9) within group (order by f.seconds) as first_reply_p90_seconds`,
  sql`f.what = 'wait' and f.is_first and f.seconds is not null`,
);

/** A share of the solved tickets, each counted once. */
function shareOfSolved(
  condition: RawBuilder<unknown>,
  of: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const count = (which: RawBuilder<unknown>) =>
    sql`count(distinct f.ticket_id) filter (where f.what = 'solved' and ${which})`;
  return sql`round(${count(condition)}::numeric / nullif(${count(of)}, 0), 4)::float8`;
}

export const ticketsPart: PerformancePart = read(
  solvedTicketCtes,
  sql`count(*) filter (where f.what = 'solved')::int as solutions,
    count(distinct f.ticket_id) filter (where f.what = 'solved')::int as tickets_solved,
    count(*) filter (where f.what = 'reopened')::int as reopenings,
    ${shareOfSolved(sql`f.is_reopened`)} as reopen_ratio,
    round(avg(f.first_seconds))::int as first_resolution_mean_seconds,
    round(avg(f.full_seconds))::int as full_resolution_mean_seconds,
    round(avg(f.open_seconds))::int as open_time_mean_seconds,
    ${shareOfSolved(sql`f.is_first_contact`, sql`f.is_first_contact is not null`)} as first_contact_ratio,
    ${shareOfSolved(sql`f.is_one_touch`)} as one_touch_ratio`,
);

/** Users' time by day, from the same spans as on the agent dashboard: simultaneous calls and chats count once. */
function timeWith(scope: ReportScope): RawBuilder<unknown> {
  const { timeZone } = scope.range;
  const ofUser = (name: RawBuilder<unknown>, columns = sql`w.user_id`) =>
    cutAtMidnights(name, { columns, during: sql`w.during`, timeZone });
  const seconds = sql`extract(epoch from part_ended - part_began)::int`;
  return sql`
    ${agentWorkCtes(scope)},
    occupied as (
      select h.user_id, p.piece as during
      from there h join busy b on b.user_id = h.user_id cross join lateral unnest(h.during * b.during) as p (piece)
    ),
    in_contact as (
      select c.user_id, p.piece as during
      from (select user_id, range_agg(during) as during from contact_times group by user_id) c
        cross join lateral unnest(c.during) as p (piece)
    ),
    person_days as (
      select user_id, day, null::bigint as department_id, sum(signed_in) as signed_in, sum(working) as working, sum(occupied) as occupied,
        sum(contact) as contact, sum(contact_union) as contact_union
      from (
        select user_id, day, ${seconds} as signed_in, case when user_activity_id <> ${Activity.onBreak} then ${seconds} else 0 end as working,
          0 as occupied, 0 as contact, 0 as contact_union
        from (${ofUser(sql`times`, sql`w.user_id, w.user_activity_id`)}) t
        union all
        select user_id, day, 0, 0, ${seconds}, 0, 0 from (${ofUser(sql`occupied`)}) o
        union all
        select user_id, day, 0, 0, 0, ${seconds}, 0 from (${ofUser(sql`contact_times`)}) c
        union all
        select user_id, day, 0, 0, 0, 0, ${seconds} from (${ofUser(sql`in_contact`)}) u
      ) d group by user_id, day
      -- What somebody did on a day on which they were never signed in does not count.
      having sum(signed_in) > 0
    )`;
}

export const timePart: PerformancePart = (q, scope, groupings) =>
  readPart(
    q,
    {
      ctes: timeWith(scope),
      from: sql`person_days`,
      where: isOfRowSql(scope),
      figures: sql`sum(f.signed_in)::int as signed_in_seconds, sum(f.occupied)::int as occupied_seconds,
        round(sum(f.occupied)::numeric / nullif(sum(f.working), 0), 4)::float8 as occupancy_ratio,
        round(sum(f.occupied)::numeric / nullif(sum(f.signed_in), 0), 4)::float8 as utilisation_ratio,
        round(sum(f.contact)::numeric / nullif(sum(f.contact_union), 0), 2)::float8 as concurrency`,
    },
    groupings,
  );
