import { sql, type RawBuilder } from 'kysely';
import type { ReportScope } from '../reports/report-reader.ts';
import { departmentAtSql, isTicketInScopeSql } from '../reports/ticket-filter.ts';

/** The tolerance for matching an entry of the time line with its event, which are written in the same transaction. */
const SAME = sql`interval '1 second'`;

/** A ticket has no events from before it, so that the months before it need not be looked through. */
const sinceCreation = sql`m.created_at >= t.created_at - ${SAME}`;

/** The user who solved ticket `t` at that moment; null for a machine. */
const solverOf = (at: RawBuilder<unknown>) => sql`
  lateral (
    select case when m.author_type = 'user' then m.author_id end as user_id from messages m
    where m.ticket_id = t.id and m.kind = 'event' and ${sinceCreation} and m.created_at <= ${at} + ${SAME}
      and m.event @? '$.changes[*] ? (@.field == "status" && (@.to == "solved" || @.to == "closed"))'
    order by m.id desc limit 1)`;

/** How long ticket `t` was open until then: neither solved nor pending. */
const openUntil = (at: RawBuilder<unknown>) => sql`(
  select floor(extract(epoch from sum(s.at - s.before) filter (where s.was not in ('solved', 'closed', 'pending')))) from (
    select m.created_at as at, c ->> 'from' as was, coalesce(lag(m.created_at) over (order by m.id), t.created_at) as before
    from messages m cross join lateral jsonb_path_query(m.event, '$.changes[*] ? (@.field == "status")') c
    where m.ticket_id = t.id and m.kind = 'event' and ${sinceCreation} and m.created_at <= ${at} + ${SAME}) s)`;

/** Until then the customer may come back, so the first contact is not counted as sufficient yet. */
const FINAL_AFTER = '7 days';

/** Whether ticket `t` was solved for the first time then, in one conversation, and its customer did not come back. */
const isFirstContact = (at: RawBuilder<unknown>) => sql`(
  not exists (select from ticket_backlog_changes o where o.ticket_id = t.id
    and (o.kind = 'reopened' or o.kind = 'resolved' and o.at < ${at}) and o.at < ${at} + ${FINAL_AFTER}::interval)
  and (select count(*) from conversations c where c.ticket_id = t.id and c.started_at <= ${at})
    + (select count(*) from calls c where c.ticket_id = t.id and c.conversation_id is null and c.started_at <= ${at}) <= 1
  and not exists (select from tickets n where n.customer_id = t.customer_id and n.id <> t.id and n.merged_into is null
    and n.category_id is not distinct from t.category_id and n.created_at > ${at} and n.created_at < ${at} + ${FINAL_AFTER}::interval))`;

/** Whether an agent had written at most once on ticket `t` by then. */
const isOneTouch = (at: RawBuilder<unknown>) => sql`(
  (select count(*) from messages m where m.ticket_id = t.id and m.kind = 'outbound' and m.author_type = 'user' and m.author_id is not null
    and m.state is distinct from 'failed' and m.created_at <= ${at}) <= 1)`;

/**
 * Two kinds of rows in `found`, from the history of the backlog: `solved`, of the user who solved the ticket, and `reopened`,
 * of the one who had solved it last. The first solving of a ticket has the time since creation; the last one, if the ticket
 * still is solved, also how long it was open.
 */
export function solvedTicketCtes(scope: ReportScope) {
  const { range, now, userId } = scope;
  const { from, until, timeZone } = range;
  const isAsked = sql`b.at >= ${from} and b.at < ${until} and b.at <= ${now} and ${isTicketInScopeSql(scope, sql`b.at`)}`;
  const department = departmentAtSql(scope, sql`b.at`);
  const other = (condition: RawBuilder<unknown>) =>
    sql`exists (select from ticket_backlog_changes o where o.ticket_id = b.ticket_id and ${condition})`;
  const stands = sql`not ${other(sql`o.id > b.id`)}`;
  const age = sql`floor(extract(epoch from b.at - t.created_at))`;
  return sql`
    found as (
      select f.*, (f.at at time zone ${timeZone})::date as day, to_char(f.at at time zone ${timeZone}, 'HH24') as hour from (
        select 'solved' as what, b.ticket_id, b.at, s.user_id, ${department} as department_id,
          ${other(sql`o.kind = 'reopened' and o.id > b.id`)} as is_reopened,
          case when not ${other(sql`o.kind = 'resolved' and o.id < b.id`)} then ${age} end as first_seconds,
          case when b.at <= ${now}::timestamptz - ${FINAL_AFTER}::interval then ${isFirstContact(sql`b.at`)} end as is_first_contact,
          ${isOneTouch(sql`b.at`)} as is_one_touch,
          case when ${stands} then ${age} end as full_seconds, case when ${stands} then ${openUntil(sql`b.at`)} end as open_seconds
        from ticket_backlog_changes b join tickets t on t.id = b.ticket_id left join ${solverOf(sql`b.at`)} s on true
        where b.kind = 'resolved' and ${isAsked}
        union all
        select 'reopened', b.ticket_id, b.at, s.user_id, ${department}, null, null, null, null, null, null
        from ticket_backlog_changes b join tickets t on t.id = b.ticket_id
          left join lateral (select o.at from ticket_backlog_changes o where o.ticket_id = b.ticket_id and o.kind = 'resolved'
            and o.id < b.id order by o.id desc limit 1) o on true
          left join ${solverOf(sql`o.at`)} s on true
        where b.kind = 'reopened' and ${isAsked}
      ) f where ${userId ?? null}::bigint is null or f.user_id = ${userId ?? null}
    )`;
}
