import { sql } from 'kysely';
import type { ReportScope } from '../report-reader.ts';
import { callColumns, CALL_LOOKBACK, isCallVisibleSql, type CallSource } from './call-figures.ts';
import { departmentAtSql, equalsIfGivenSql } from '../ticket-filter.ts';

/** Telephone calls, whose records also have menu, queue and number. */
export function telephoneCalls(scope: ReportScope): CallSource {
  const { from, until, timeZone } = scope.range;
  const department = sql`coalesce(${departmentAtSql(scope, sql`p.counted_at`)}, a.department_id)`;
  const hasOutcome =
    scope.outcome === undefined
      ? sql`true`
      : sql`exists (select from phone_after_calls w where w.call_id = c.id and w.outcome = ${scope.outcome})`;
  return sql`
    every as (
      select c.id as call_id, p.counted_at as at, c.direction, p.is_offered, c.answered_at is not null as is_answered, c.ended_at,
        c.end_reason, greatest(0, floor(extract(epoch from
          coalesce(c.answered_at, p.waited_until, ${scope.now}) - p.counted_at)))::int as wait_seconds,
        s.target_seconds as target, s.short_abandon_seconds as short, ${department} as department_id,
        p.first_queue as queue, case c.direction when 'inbound' then p.dialled else '' end as number, p.number as caller,
        p.ivr_keypress as menu, p.ended_by, c.ticket_id, coalesce(x.user_id, c.user_id) as by_id
      from phone_calls p join calls c on c.id = p.call_id join report_channel_accounts a on a.id = p.gateway_id
        left join tickets t on t.id = c.ticket_id left join phone_dials x on x.call_id = c.id
        left join lateral (select * from service_levels s where s.valid_from <= (p.counted_at at time zone ${timeZone})::date
          order by s.valid_from desc limit 1) s on true
      where p.counted_at >= ${from}::timestamptz - ${CALL_LOOKBACK}::interval and p.counted_at < ${until}
        and p.counted_at <= ${scope.now}
        -- It has become one with another call, which is counted.
        and c.end_reason is distinct from 'left'
        -- The own phone was not reached: nobody was called.
        and (x.outcome is null or x.outcome !~ '^(phone|gateway)_')
        and ${isCallVisibleSql(scope, { department, person: sql`c.user_id` })}
        and ${equalsIfGivenSql(sql`p.gateway_id`, scope.accountId)} and ${hasOutcome}
    ),
    legs as (
      select l.call_id, l.user_id, l.began_at as began, coalesce(l.ended_at, e.ended_at, ${scope.now}) as ended, l.holds,
        l.is_passed_on, ${callColumns}
      from every e join phone_legs l on l.call_id = e.call_id
    ),
    wraps as (
      select w.call_id, w.user_id, w.began_at as began, coalesce(n.started_at, ${scope.now}) as ended,
        ${callColumns}
      from every e join phone_after_calls w on w.call_id = e.call_id left join lateral (
        select l.started_at from user_activity_log l where l.user_id = w.user_id and l.started_at > w.began_at
        order by l.started_at limit 1) n on true
      where w.began_at is not null
    ),
    extras as (
      select ''::text as what, 0::bigint as call_id, 0::bigint as ticket_id, now() as at, 0::bigint as user_id, 0::bigint as department_id,
        ''::text as outcome, 0 as rating where false
    )`;
}
