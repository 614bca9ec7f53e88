import { sql } from 'kysely';
import { backlogChangesQuery, visibleTicketsSql, type TicketSpan, type TicketScope } from './ticket-scope.ts';

/**
 * A query of the tickets that customers opened in a range, and their first replies: the first message of an agent, or a call
 * that an agent answered. A ticket that was solved before has none; neither has one that we began, nor one opened by a
 * machine's mail before a person has written. Of merged tickets the target counts. `is_missed`: whether the SLA target was
 * missed; null without one that is decided.
 */
export const firstRepliesQuery = (scope: TicketScope, { from, until }: TicketSpan) => sql`
  select t.id as ticket_id, t.created_at as at,
    case when t.created_by is null and t.merged_into is null and not (q.ticket_id is not null and q.begins_at is null)
        and not exists (select from ticket_backlog_changes b
          where b.ticket_id = t.id and b.kind = 'resolved' and b.at < t.first_response_at)
      then floor(extract(epoch from t.first_response_at - coalesce(q.begins_at, t.created_at)))::int end as seconds,
    case when s.state = 'met' then false
      when s.state = 'breached' or s.state = 'running' and s.due_at < ${scope.now} then true end as is_missed
  from tickets t left join sla_quiet q on q.ticket_id = t.id
    left join sla_clocks s on s.ticket_id = t.id and s.kind = 'first_response'
  where t.created_at >= ${from} and t.created_at < ${until} and ${visibleTicketsSql(scope)}`;

/**
 * A query of the tickets that were solved in a range, each by its last solving in it, regardless of later changes: the time since
 * creation, and whether the SLA target had been missed by then.
 */
export const resolutionsQuery = (scope: TicketScope, { from, until }: TicketSpan) => sql`
  select r.ticket_id, r.at, floor(extract(epoch from r.at - t.created_at))::int as seconds,
    case when s.ticket_id is not null then coalesce(s.breached_at <= r.at, false) end as is_missed,
    coalesce(o.at >= r.first_at, false) as is_reopened
  from (
    select c.ticket_id, max(c.at) as at, min(c.at) as first_at from (${backlogChangesQuery(scope, from, until)}) c
    where c.kind = 'resolved' group by c.ticket_id
  ) r join tickets t on t.id = r.ticket_id
    left join (
      select b.ticket_id, max(b.at) as at from ticket_backlog_changes b where b.at >= ${from} and b.kind = 'reopened'
      group by b.ticket_id
    ) o on o.ticket_id = r.ticket_id
    left join sla_clocks s on s.ticket_id = t.id and s.kind = 'resolution'`;
