import { Activity } from '@trunkline/contract';
import { sql } from 'kysely';
import type { ReportScope } from '../report-reader.ts';
import { callColumns, CALL_LOOKBACK, isCallVisibleSql, legColumns, type CallSource } from './call-figures.ts';
import { departmentAtSql, isOnAccount } from '../ticket-filter.ts';

/** Calls in rooms, which have neither menu nor number, and wait in their department's queue. */
export function roomCalls(scope: ReportScope): CallSource {
  const { from, until } = scope.range;
  const departmentOf = (at: ReturnType<typeof sql>) => departmentAtSql(scope, at);
  const seen = (at: ReturnType<typeof sql>) =>
    sql`${isCallVisibleSql(scope, { department: departmentOf(at), person: sql`c.user_id` })} and ${isOnAccount(scope, sql`c.conversation_id`)}`;
  const started = sql`c.started_at`;
  const offered = sql`o.offered_at`;
  const rated = sql`c.rated_at`;
  return sql`
    every as (
      select c.id as call_id, c.started_at as at, c.direction, c.direction = 'inbound' as is_offered,
        case c.direction when 'inbound' then c.answered_at is not null else exists (
          select from call_people p where p.call_id = c.id and p.role = 'customer') end as is_answered,
        c.ended_at, c.end_reason, greatest(0, floor(extract(epoch from
          coalesce(c.answered_at, c.ended_at, ${scope.now}) - c.started_at)))::int as wait_seconds,
        null::int as target, null::int as short, ${departmentOf(started)} as department_id, '' as queue, '' as number,
        c.kind = 'video' as is_video, c.rating, c.customer_id, c.ticket_id, c.user_id as by_id
      from calls c join tickets t on t.id = c.ticket_id
      where c.room_name is not null and c.started_at >= ${from}::timestamptz - ${CALL_LOOKBACK}::interval
        and c.started_at < ${until} and c.started_at <= ${scope.now}
        -- What has only rung for a call by telephone was none.
        and (c.direction = 'inbound' or c.end_reason is distinct from 'call_back') and ${seen(started)}
    ),
    legs as (
      select l.call_id, l.user_id, l.began_at as began, coalesce(l.ended_at, ${scope.now}) as ended, '{}'::tstzmultirange as holds,
        exists (select from call_invitations i where i.call_id = l.call_id and i.invited_by = l.user_id
          and i.purpose = 'transfer' and i.state = 'accepted')
        or exists (select from messages m where m.ticket_id = e.ticket_id and m.event ->> 'type' = 'call_transferred'
          and (m.event ->> 'call_id')::bigint = l.call_id and m.author_id = l.user_id
          and (m.event ->> 'user_id')::bigint is distinct from l.user_id) as is_passed_on, ${callColumns}
      from every e join report_call_legs l on l.call_id = e.call_id
    ),
    wraps as (
      select l.call_id, l.user_id, a.started_at as began, coalesce(n.started_at, ${scope.now}) as ended,
        ${legColumns}
      from legs l cross join lateral (
        select * from user_activity_log a where a.user_id = l.user_id and a.started_at >= l.ended
        order by a.started_at, a.id limit 1) a
        left join lateral (
          select n.started_at from user_activity_log n where n.user_id = l.user_id
            and (n.started_at, n.id) > (a.started_at, a.id) order by n.started_at, n.id limit 1) n on true
      -- Wrap-up begins in the same moment: later it is another call's.
      where a.user_activity_id = ${Activity.idleAfterCall} and a.cause = 'call ended'
        and a.started_at < l.ended + interval '2 seconds'
    ),
    extras as (
      select 'ring' as what, c.id as call_id, c.ticket_id, o.offered_at as at, o.user_id, ${departmentOf(offered)} as department_id, o.outcome,
        null::int as rating
      from conversation_offers o join calls c on c.conversation_id = o.conversation_id join tickets t on t.id = c.ticket_id
      where c.room_name is not null and o.offered_at >= ${from} and o.offered_at < ${until} and ${seen(offered)}
      union all
      select 'rated', c.id, c.ticket_id, c.rated_at, c.user_id, ${departmentOf(rated)}, null, c.rating
      from calls c join tickets t on t.id = c.ticket_id
      where c.room_name is not null and c.rated_at >= ${from} and c.rated_at < ${until} and ${seen(rated)}
    )`;
}
