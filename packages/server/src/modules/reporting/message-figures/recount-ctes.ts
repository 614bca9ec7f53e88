import { sql } from 'kysely';
import { isToCustomer } from '#modules/tickets';
import { departmentAtSql } from '../reports/ticket-filter.ts';

/** The columns of `message_counts` and `message_waits`, and of the CTEs that compute them. */
export const COUNT_COLUMNS = [
  'ticket_id',
  'at',
  'media_id',
  'account_id',
  'department_id',
  'user_id',
  'received',
  'sent',
  'automatic',
  'failed',
] as const;
export const WAIT_COLUMNS = [
  'ticket_id',
  'message_id',
  'at',
  'media_id',
  'account_id',
  'department_id',
  'is_first',
  'outcome',
  'ended_at',
  'user_id',
  'seconds',
] as const;

export const columnList = (columns: readonly string[], of?: string) =>
  sql.join(columns.map((column) => sql.ref(of === undefined ? column : `${of}.${column}`)));

/** Tickets that have changed since they were counted, and those that they were merged into. */
export const uncountedTicketCtes = sql`
  unkept as materialized (
    select ticket_id from message_figure_marks
    union
    select t.merged_into from message_figure_marks k join tickets t on t.id = k.ticket_id where t.merged_into is not null
  )`;

/** All time zones differ by whole quarters of an hour, so each quarter belongs to one hour and one day in every zone. */
export const QUARTER_MS = 900_000;

/** Stored by the department at the time of the message; a reader who wants the current one takes it from the ticket. */
const departmentThen = departmentAtSql({ departments: 'then' }, sql`m.created_at`);
const account = sql`(select v.channel_account_id from conversations v where v.id = m.conversation_id)`;

/** A row of `message_counts` for the message `m`; `t` is its ticket, or the ticket that this was merged into. */
export const countedMessageColumns = sql`
  t.id as ticket_id, date_bin('15 minutes', m.created_at, 'epoch')::timestamptz(3) as at, m.media_id, ${account} as account_id,
  ${departmentThen} as department_id, case when m.kind = 'outbound' and m.author_type = 'user' then m.author_id end as user_id,
  (m.kind = 'inbound')::int as received, (m.kind = 'outbound' and m.author_type = 'user')::int as sent,
  (m.kind = 'outbound' and m.author_type <> 'user')::int as automatic,
  (m.kind = 'outbound' and m.state is not distinct from 'failed')::int as failed`;

const isAsking = sql`m.kind = 'inbound' and m.author_type = 'customer'
  and not coalesce((m.mail ->> 'is_auto')::boolean, false) and coalesce(m.extra ->> 'wish', '') <> 'stop'`;

/**
 * CTEs that follow `targets (ticket_id)` and end in `told_counts` and `told_waits`: the rows of `message_counts` and
 * `message_waits` for these tickets, computed from their messages. They are used for storing and for tickets that are not counted
 * yet. A wait lasts from a customer's first unanswered message to the first message of an agent, or the solving of the ticket;
 * consecutive messages are one wait, which counts at its beginning. Automatic replies, undelivered messages and forwarded mails
 * do not end a wait, and a customer's automatic mail does not begin one.
 */
export const recountCtes = sql`
  parts as materialized (
    select t.id, t.id as ticket_id from tickets t where t.id in (select ticket_id from targets) and t.merged_into is null
    union all
    select t.id, t.merged_into from tickets t where t.merged_into in (select ticket_id from targets)
  ),
  told_counts as (
    select ${columnList(COUNT_COLUMNS.slice(0, 6))}, sum(received)::int as received, sum(sent)::int as sent,
      sum(automatic)::int as automatic, sum(failed)::int as failed
    from (
      select ${countedMessageColumns}
      from parts p join tickets t on t.id = p.ticket_id join messages m on m.ticket_id = p.id
      where m.kind in ('inbound', 'outbound') and m.media_id is not null
    ) c group by ${columnList(COUNT_COLUMNS.slice(0, 6))}
  ),
  lines as materialized (
    select p.ticket_id, m.id, m.created_at, m.media_id, m.conversation_id, m.author_id,
      case when m.kind = 'inbound' then 'asked' when m.kind = 'outbound' then 'answered'
        when m.event ->> 'type' = 'call_answered' then 'answered' else 'closed' end as step,
      m.kind <> 'inbound' and (m.author_type = 'user' or m.event ->> 'type' = 'call_answered') as is_person
    from parts p join messages m on m.ticket_id = p.id
    where (${isAsking})
      or (m.kind = 'outbound' and m.author_type = 'user' and m.state is distinct from 'failed' and ${isToCustomer('m.mail')})
      or m.event ->> 'type' = 'call_answered'
      or (m.event ->> 'type' = 'changed' and m.event @? '$.changes[*] ? (@.field == "status" && (@.to == "solved" || @.to == "closed"))')
  ),
  steps as (
    select *, lag(step) over w as before,
      min(case when step <> 'asked' then id end) over (partition by ticket_id order by id
        rows between 1 following and unbounded following) as end_id,
      count(*) filter (where step = 'asked') over (partition by ticket_id order by id) as asked_before
    from lines window w as (partition by ticket_id order by id)
  ),
  -- Where only a machine has solved it before, the first reply of a person is still owed.
  owed as (
    select *, count(*) filter (where is_person and asked_before > 0) over (partition by ticket_id order by id) = 0 as is_first
    from steps
  ),
  told_waits as (
    select m.ticket_id, m.id as message_id, m.created_at as at, m.media_id, ${account} as account_id,
      ${departmentThen} as department_id, m.is_first, coalesce(e.step, 'open') as outcome, e.created_at as ended_at,
      case when e.step = 'answered' then e.author_id end as user_id,
      case when e.step = 'answered' then floor(extract(epoch from e.created_at - m.created_at))::int end as seconds
    from owed m join tickets t on t.id = m.ticket_id left join lines e on e.id = m.end_id
    where m.step = 'asked' and m.before is distinct from 'asked' and m.media_id is not null
  )`;
