import { CHANNEL_TRAITS, type MediaId } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import { secondsOfAll, sumOfSeconds, agentWorkCtes } from '../dashboards/agent-work.ts';
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

export type PerformancePart = (q: Query, scope: ReportScope, columns: GroupColumns) => Promise<PartRow[]>;

const read =
  (
    statements: (scope: ReportScope) => RawBuilder<unknown>,
    figures: RawBuilder<unknown>,
    where = sql`true`,
  ): PerformancePart =>
  async (q, scope, { by, key, name, isLeft, joins }) => {
    const { rows } = await sql<PartRow>`
      with ${statements(scope)}
      select ${key} as key, ${name} as name, ${isLeft} as is_left, ${figures}
      from found f ${joins ?? sql``} where ${where} and ${isOfRowSql(scope)} group by ${by}`.execute(q);
    return rows;
  };

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
const timeWith = (scope: ReportScope) => sql`
  ${agentWorkCtes(scope)},
  days as (
    select d.day::date as day, tstzrange(d.day at time zone ${scope.range.timeZone},
      (d.day + interval '1 day') at time zone ${scope.range.timeZone}) as during
    from generate_series(${scope.range.from}::timestamptz at time zone ${scope.range.timeZone},
      ${scope.range.until}::timestamptz at time zone ${scope.range.timeZone} - interval '1 day', interval '1 day') as d (day)
  ),
  signed_in as (
    select t.user_id, d.day, ${sumOfSeconds(sql`(t.during * d.during)`)} as seconds, tstzmultirange(d.during) as during
    from times t join days d on d.during && t.during group by t.user_id, d.day, d.during
  ),
  contact_days as (
    select c.user_id, d.day, ${sumOfSeconds(sql`(c.during * d.during)`)} as seconds,
      ${secondsOfAll(sql`range_agg(c.during * d.during)`)} as union_seconds
    from contact_times c join days d on d.during && c.during group by c.user_id, d.day
  ),
  person_days as (
    select s.user_id, s.day, null::bigint as department_id, s.seconds as signed_in, ${secondsOfAll(sql`h.during * s.during`)} as working,
      ${secondsOfAll(sql`h.during * b.during * s.during`)} as occupied, coalesce(c.seconds, 0) as contact,
      coalesce(c.union_seconds, 0) as contact_union
    from signed_in s left join there h on h.user_id = s.user_id left join busy b on b.user_id = s.user_id
      left join contact_days c on c.user_id = s.user_id and c.day = s.day
  )`;

export const timePart: PerformancePart = async (q, scope, { by, key, name, isLeft }) => {
  const { rows } = await sql<PartRow>`
    with ${timeWith(scope)}
    select ${key} as key, ${name} as name, ${isLeft} as is_left, sum(f.signed_in)::int as signed_in_seconds,
      sum(f.occupied)::int as occupied_seconds,
      round(sum(f.occupied)::numeric / nullif(sum(f.working), 0), 4)::float8 as occupancy_ratio,
      round(sum(f.occupied)::numeric / nullif(sum(f.signed_in), 0), 4)::float8 as utilisation_ratio,
      round(sum(f.contact)::numeric / nullif(sum(f.contact_union), 0), 2)::float8 as concurrency
    from person_days f where ${isOfRowSql(scope)} group by ${by}`.execute(q);
  return rows;
};
