import { sql, type RawBuilder } from 'kysely';
import { columnList, uncountedTicketCtes } from '../message-figures/recount-ctes.ts';
import { SOLVING_COLUMNS, solvingCtes } from '../message-figures/solving-ctes.ts';
import type { ReportScope } from '../reports/report-reader.ts';
import { departmentAtSql, isTicketInScopeSql } from '../reports/ticket-filter.ts';

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

/**
 * CTEs that end in `solvings`: the changes of the backlog in the range, with the columns of `ticket_solvings`. Only those of tickets that
 * have changed since they were counted are computed from their messages.
 */
const solvingsIn = ({ from, until }: { from: Date; until: Date }): RawBuilder<unknown> => sql`
  ${uncountedTicketCtes},
  targets as materialized (
    select u.ticket_id from unkept u
    where exists (select from ticket_backlog_changes b where b.ticket_id = u.ticket_id and b.at >= ${from} and b.at < ${until})
  ),
  ${solvingCtes},
  solvings as (
    select ${columnList(SOLVING_COLUMNS, 'c')} from ticket_solvings c
    where c.at >= ${from} and c.at < ${until} and not exists (select from unkept u where u.ticket_id = c.ticket_id)
    union all
    select ${columnList(SOLVING_COLUMNS, 'c')} from told_solvings c where c.at >= ${from} and c.at < ${until}
  )`;

/**
 * Two kinds of rows in `found`, from the history of the backlog: `solved`, of the user who solved the ticket, and `reopened`,
 * of the one who had solved it last. The first solving of a ticket has the time since creation; the last one, if the ticket
 * still is solved, also how long it was open.
 */
export function solvedTicketCtes(scope: ReportScope) {
  const { range, now, userId } = scope;
  const age = sql`floor(extract(epoch from b.at - t.created_at))`;
  const isFinal = sql`b.kind = 'resolved' and b.at <= ${now}::timestamptz - ${FINAL_AFTER}::interval`;
  return sql`
    ${solvingsIn(range)},
    found as (
      select case b.kind when 'resolved' then 'solved' else 'reopened' end as what, b.ticket_id, b.at, b.user_id,
        ${departmentAtSql(scope, sql`b.at`)} as department_id, b.is_reopened, case when b.is_first then ${age} end as first_seconds,
        case when ${isFinal} then ${isFirstContact(sql`b.at`)} end as is_first_contact, b.is_one_touch,
        case when b.is_last then ${age} end as full_seconds, b.open_seconds,
        (b.at at time zone ${range.timeZone})::date as day, to_char(b.at at time zone ${range.timeZone}, 'HH24') as hour
      from solvings b join tickets t on t.id = b.ticket_id
      where b.at <= ${now} and ${isTicketInScopeSql(scope, sql`b.at`)} and (${userId ?? null}::bigint is null or b.user_id = ${userId ?? null})
    )`;
}
