import { sql, type RawBuilder } from 'kysely';
import { visibleTo } from '#modules/tickets';
import type { ReportScope } from '../report-reader.ts';
import { equalsIfGivenSql } from '../ticket-filter.ts';

/** How long before the range a call, or the work on it, may have begun. */
export const CALL_LOOKBACK = '2 days';

/**
 * CTEs with the calls of one kind:
 *
 * - `every`: one row for each call that may concern the range, with `at`, the time by which it counts; `by_id`, the user who
 *   dialled or has it, for calls in which none of ours talked; `is_answered` and `ended_at`; `target` and `short` in
 *   seconds, where a rule has them.
 * - `legs`: which users talked, from when to when, with the times in which the other side was on hold, and the columns of the
 *   call itself (`callColumns`).
 * - `wraps`: which users had after-call work of it, with the same columns.
 * - `extras`: what else happened to users because of it, such as a missed ring.
 */
export type CallSource = RawBuilder<unknown>;

const OF_CALL = ['ticket_id', 'department_id', 'queue', 'number', 'direction', 'is_offered'];
const columnsOf = (alias: string): RawBuilder<unknown> =>
  sql.join([...OF_CALL, 'call_ended_at'].map((column) => sql.ref(`${alias}.${column}`)));
/** The columns of call `e` that its legs and wraps carry, because joining them later would need an index that a CTE does not have. */
export const callColumns: RawBuilder<unknown> = sql`
  ${sql.join(OF_CALL.map((column) => sql.ref(`e.${column}`)))}, e.ended_at as call_ended_at`;
/** The same columns of leg `l`. */
export const legColumns: RawBuilder<unknown> = columnsOf('l');

/** Whether a call is visible: by its ticket `t`, or without one by its department. */
export function isCallVisibleSql(
  scope: ReportScope,
  { department, person }: { department: RawBuilder<unknown>; person: RawBuilder<unknown> },
) {
  const { viewer, departmentId, where } = scope;
  const without = {
    all: sql`true`,
    department: sql`${department} = any(${viewer.departmentIds}::bigint[])`,
    own: sql`${person} = ${viewer.id}`,
  }[viewer.visibility];
  return sql`case when t.id is null then ${without} else ${visibleTo(viewer)} end
    and ${equalsIfGivenSql(department, departmentId)} and ${where ? sql`t.id is not null and ${where}` : sql`true`}`;
}

/**
 * CTEs `asked` and `found`, whose rows are of four kinds:
 *
 * - `call`: a call of the range, by when it began; its user is the one who answered it first.
 * - `work`: a user's time, cut at every full hour.
 * - `handled`: all that a user did for a call, by when all of it was over.
 * - the `extras` of the source.
 */
export function callCtes(source: CallSource, { range, now, userId }: ReportScope) {
  const { from, until, timeZone } = range;
  return sql`
    ${source},
    firsts as (select distinct on (call_id) call_id, user_id from legs order by call_id, began),
    asked as (
      select e.*, case when e.is_answered then 'answered' when e.direction = 'inbound' and not e.is_offered then 'in_menu'
          when e.ended_at is null then 'open' when e.direction = 'outbound' then 'not_reached'
          when e.end_reason in ('message', 'call_back') then e.end_reason
          when e.wait_seconds <= e.short then 'short_abandoned' else 'abandoned' end as outcome,
        e.wait_seconds <= e.target as is_in_target,
        coalesce(f.user_id, e.by_id) as user_id,
        (e.at at time zone ${timeZone})::date as day, to_char(e.at at time zone ${timeZone}, 'HH24') as hour
      from every e left join firsts f on f.call_id = e.call_id
    ),
    talks as (
      select l.*, first_value(l.user_id) over (partition by l.call_id order by l.began) as first_id,
        count(*) filter (where l.is_passed_on) over (partition by l.call_id, l.user_id)::int as passes,
        bool_or(l.is_passed_on) over (partition by l.call_id) as is_call_passed_on
      from legs l
    ),
    works as (
      select l.call_id, l.user_id, l.first_id, l.passes, l.is_call_passed_on, ${legColumns}, 'talk' as kind, lower(p.piece) as began,
        upper(p.piece) as ended
      from talks l cross join lateral unnest(tstzmultirange(tstzrange(l.began, greatest(l.began, l.ended))) - l.holds) as p (piece)
      union all
      select l.call_id, l.user_id, l.first_id, l.passes, l.is_call_passed_on, ${legColumns}, 'hold', lower(p.piece), upper(p.piece)
      from talks l cross join lateral unnest(tstzmultirange(tstzrange(l.began, greatest(l.began, l.ended))) * l.holds) as p (piece)
      union all
      select w.call_id, w.user_id, null, 0, false, ${columnsOf('w')}, 'wrap_up', w.began, w.ended from wraps w
    ),
    whole as (
      select w.call_id, w.user_id, w.first_id, w.passes, w.is_call_passed_on, ${columnsOf('w')}, w.kind,
        date_trunc('second', w.began) as began, date_trunc('second', w.ended) as ended
      from works w
    ),
    handled as (
      select w.call_id, w.user_id, ${columnsOf('w')}, sum(extract(epoch from w.ended - w.began))::int as seconds,
        max(max(w.ended)) over call as at, max(w.passes) as passes,
        (w.user_id is distinct from max(max(w.first_id)) over call and bool_or(bool_or(w.is_call_passed_on)) over call)::int as arrivals
      from whole w where w.call_ended_at is not null
      group by w.call_id, w.user_id, ${columnsOf('w')} window call as (partition by w.call_id)
    ),
    cut as (
      select w.*, greatest(w.began, h.hour) as at, extract(epoch from least(w.ended, h.hour + interval '1 hour')
        - greatest(w.began, h.hour))::int as seconds
      from whole w cross join lateral generate_series(date_trunc('hour', w.began, ${timeZone}),
        w.ended - interval '1 microsecond', interval '1 hour') as h (hour)
      where w.ended > w.began
    ),
    found as (
      select f.*, (f.at at time zone ${timeZone})::date as day, to_char(f.at at time zone ${timeZone}, 'HH24') as hour from (
        select 'call' as what, call_id, ticket_id, at, user_id, department_id, queue, number, direction, is_offered, outcome,
          wait_seconds, is_in_target, null::text as kind, null::int as seconds, null::int as passes,
          null::int as arrivals, null::int as rating
        from asked where at >= ${from}
        union all
        select 'work', c.call_id, c.ticket_id, c.at, c.user_id, c.department_id, c.queue, c.number, c.direction, c.is_offered, null,
          null, null, c.kind, c.seconds, null, null, null
        from cut c where c.at >= ${from} and c.at < ${until} and c.at < ${now}
        union all
        select 'handled', h.call_id, h.ticket_id, h.at, h.user_id, h.department_id, h.queue, h.number, h.direction, h.is_offered, null,
          null, null, null, h.seconds, h.passes, h.arrivals, null
        from handled h where h.at >= ${from} and h.at < ${until}
        union all
        select what, call_id, ticket_id, at, user_id, department_id, '', '', null, null, outcome, null, null, null, null, null, null, rating
        from extras
      ) f where ${userId ?? null}::bigint is null or f.user_id = ${userId ?? null}
    )`;
}

const offered = (outcomes: RawBuilder<unknown>) => sql`f.is_offered and f.outcome ${outcomes}`;
const answered = offered(sql`= 'answered'`);
const abandoned = offered(sql`= 'abandoned'`);
/**
 * The calls that service level and abandonment are shares of: a call that waits beyond the target is decided already, others
 * may still be answered in time.
 */
const decided = sql`f.is_offered and (f.outcome in ('answered', 'abandoned') or (f.outcome = 'open' and f.is_in_target = false))`;
const outbound = sql`f.direction = 'outbound'`;

/** The calls that a metric is about: used for the figures and for the records behind them. */
export const CALLS_COUNTED = {
  calls_offered: sql`f.is_offered`,
  calls_answered: answered,
  calls_abandoned: abandoned,
  calls_short_abandoned: offered(sql`= 'short_abandoned'`),
  calls_left: offered(sql`in ('message', 'call_back')`),
  calls_waiting: offered(sql`= 'open'`),
  service_level_ratio: decided,
  abandonment_ratio: decided,
  answer_mean_seconds: answered,
  answer_p90_seconds: answered,
  longest_wait_seconds: sql`f.is_offered`,
  calls_in_menu: sql`f.outcome = 'in_menu'`,
  outbound_calls: outbound,
  outbound_answered: sql`${outbound} and f.outcome = 'answered'`,
};
/** The same for what users did for a call, in `found`: it counts by when that was over. */
export const HANDLED_COUNTED = {
  calls_handled: sql`f.what = 'handled'`,
  handle_mean_seconds: sql`f.what = 'handled'`,
  calls_transferred: sql`f.passes > 0`,
};
/** The same for what else happens because of a call. */
export const EXTRAS_COUNTED = {
  rings: sql`f.what = 'ring'`,
  rings_missed: sql`f.what = 'ring' and f.outcome = 'timeout'`,
  rings_declined: sql`f.what = 'ring' and f.outcome = 'declined'`,
  ratings: sql`f.what = 'rated'`,
  rating_mean: sql`f.what = 'rated'`,
};

const isCall = (metric: keyof typeof CALLS_COUNTED) => sql`f.what = 'call' and ${CALLS_COUNTED[metric]}`;
const filtered = (where: RawBuilder<unknown>) => sql`count(*) filter (where ${where})::int`;
const count = (metric: keyof typeof CALLS_COUNTED) => filtered(isCall(metric));
const share = (part: RawBuilder<unknown>, metric: 'service_level_ratio' | 'abandonment_ratio') =>
  sql`round(${filtered(sql`f.what = 'call' and ${part}`)}::numeric / nullif(${count(metric)}, 0), 4)::float8`;
const work = (kind: string) =>
  sql`coalesce(sum(f.seconds) filter (where f.what = 'work' and f.kind = ${kind}), 0)::int`;

/** Each figure over the rows of a group in `found`, by metric. */
export const CALL_FIGURES = {
  calls_offered: count('calls_offered'),
  calls_answered: count('calls_answered'),
  calls_abandoned: count('calls_abandoned'),
  calls_short_abandoned: count('calls_short_abandoned'),
  calls_left: count('calls_left'),
  calls_waiting: count('calls_waiting'),
  service_level_ratio: share(sql`${answered} and f.is_in_target`, 'service_level_ratio'),
  abandonment_ratio: share(abandoned, 'abandonment_ratio'),
  answer_mean_seconds: sql`round(avg(f.wait_seconds) filter (where ${isCall('answer_mean_seconds')}))::int`,
  answer_p90_seconds: sql`percentile_disc(0.9) within group (order by f.wait_seconds) filter (where ${isCall('answer_p90_seconds')})`,
  longest_wait_seconds: sql`max(f.wait_seconds) filter (where ${isCall('longest_wait_seconds')})`,
  calls_in_menu: count('calls_in_menu'),
  calls_handled: sql`count(distinct f.call_id) filter (where f.what = 'handled')::int`,
  talk_seconds: work('talk'),
  hold_seconds: work('hold'),
  wrap_up_seconds: work('wrap_up'),
  handle_seconds: sql`coalesce(sum(f.seconds) filter (where f.what = 'work'), 0)::int`,
  handle_mean_seconds: sql`round(sum(f.seconds) filter (where f.what = 'handled')::numeric
    / nullif(count(distinct f.call_id) filter (where f.what = 'handled'), 0))::int`,
  calls_transferred: sql`coalesce(sum(f.passes), 0)::int`,
  outbound_calls: count('outbound_calls'),
  outbound_answered: count('outbound_answered'),
  rings: filtered(EXTRAS_COUNTED.rings),
  rings_missed: filtered(EXTRAS_COUNTED.rings_missed),
  rings_declined: filtered(EXTRAS_COUNTED.rings_declined),
  ratings: filtered(EXTRAS_COUNTED.ratings),
  rating_mean: sql`round(avg(f.rating) filter (where ${EXTRAS_COUNTED.rating_mean}), 2)::float8`,
};
