import { sql, type RawBuilder } from 'kysely';

/** The columns of `ticket_solvings`, and of the CTE that computes them. */
export const SOLVING_COLUMNS = [
  'ticket_id',
  'change_id',
  'at',
  'kind',
  'user_id',
  'is_first',
  'is_last',
  'is_reopened',
  'is_one_touch',
  'open_seconds',
] as const;

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

/** Whether an agent had written at most once on ticket `t` by then. */
const isOneTouch = (at: RawBuilder<unknown>) => sql`(
  (select count(*) from messages m where m.ticket_id = t.id and m.kind = 'outbound' and m.author_type = 'user' and m.author_id is not null
    and m.state is distinct from 'failed' and m.created_at <= ${at}) <= 1)`;

const other = (condition: RawBuilder<unknown>) =>
  sql`exists (select from ticket_backlog_changes o where o.ticket_id = b.ticket_id and ${condition})`;
const isLast = sql`not ${other(sql`o.id > b.id`)}`;

/**
 * A CTE that follows `targets (ticket_id)`: each change of the backlog of these tickets. A `resolved` one has the user who solved the
 * ticket and, if the ticket still is solved since (`is_last`), how long it had been open; a `reopened` one has the user who had solved it
 * last.
 */
export const solvingCtes = sql`
  told_solvings as (
    select b.ticket_id, b.id as change_id, b.at, b.kind, s.user_id, not ${other(sql`o.kind = 'resolved' and o.id < b.id`)} as is_first,
      ${isLast} as is_last, ${other(sql`o.kind = 'reopened' and o.id > b.id`)} as is_reopened, ${isOneTouch(sql`b.at`)} as is_one_touch,
      case when ${isLast} then ${openUntil(sql`b.at`)} end::int as open_seconds
    from ticket_backlog_changes b join tickets t on t.id = b.ticket_id left join ${solverOf(sql`b.at`)} s on true
    where b.kind = 'resolved' and b.ticket_id in (select ticket_id from targets)
    union all
    select b.ticket_id, b.id, b.at, b.kind, s.user_id, null, null, null, null, null
    from ticket_backlog_changes b join tickets t on t.id = b.ticket_id
      left join lateral (select o.at from ticket_backlog_changes o where o.ticket_id = b.ticket_id and o.kind = 'resolved'
        and o.id < b.id order by o.id desc limit 1) o on true
      left join ${solverOf(sql`o.at`)} s on true
    where b.kind = 'reopened' and b.ticket_id in (select ticket_id from targets)
  )`;
