import type { MediaId, ReportRecord, REPORTS } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { isToCustomer } from '#modules/tickets';
import { figuresReader, type FiguresRow } from './figures-reader.ts';
import { ofRow, type GroupColumns } from './groups.ts';
import type { Scope } from './report-reader.ts';
import { departmentAt, isOnAccount, isTicketAsked } from './ticket-asked.ts';

type Definition = (typeof REPORTS)['email'];
type Metric = Definition['metrics'][number];

/** A reply may come after the range: a wait that began in it is followed this long. */
const AFTER = '31 days';

/**
 * Two kinds of rows in `found`, by day and hour. `said`: each message in or out. `wait`: from a customer's first unanswered
 * message to the first message of an agent, or the solving of the ticket; consecutive messages are one wait, which counts at
 * its beginning. Automatic replies and undelivered messages do not end a wait, and a customer's automatic mail does not begin
 * one. Of merged tickets the target counts.
 */
export function messagesWith(media: readonly MediaId[], scope: Scope) {
  const { range, now, userId } = scope;
  const { from, until, timeZone } = range;
  const said = sql`m.created_at`;
  const began = sql`w.at`;
  const isPerson = sql`(${userId ?? null}::bigint is null or user_id = ${userId ?? null})`;
  return sql`
    said as (
      select m.id, m.created_at as at, m.kind, m.author_type, m.state, t.id as ticket_id, ${departmentAt(scope, said)} as department_id,
        case when m.kind = 'outbound' and m.author_type = 'user' then m.author_id end as user_id,
        m.kind = 'inbound' and m.author_type = 'customer'
          and not coalesce((m.mail ->> 'is_auto')::boolean, false) as is_asking
      from messages m join tickets o on o.id = m.ticket_id join tickets t on t.id = coalesce(o.merged_into, o.id)
      where m.media_id = any(${[...media]}::int[]) and m.kind in ('inbound', 'outbound')
        and m.created_at >= ${from} and m.created_at < ${until} and ${isTicketAsked(scope, said)}
        and ${isOnAccount(scope, sql`m.conversation_id`)}
    ),
    lines as (
      select coalesce(t.merged_into, t.id) as ticket_id, m.id, m.created_at as at, m.media_id, m.conversation_id, m.author_id,
        case when m.kind = 'inbound' then 'asked' when m.kind = 'outbound' then 'answered'
          when m.event ->> 'type' = 'call_answered' then 'answered' else 'closed' end as step,
        m.kind <> 'inbound' and (m.author_type = 'user' or m.event ->> 'type' = 'call_answered') as is_person
      from messages m join tickets t on t.id = m.ticket_id
      where (t.id in (select ticket_id from said where is_asking) or t.merged_into in (select ticket_id from said where is_asking))
        and m.created_at < least(${until}::timestamptz + ${AFTER}::interval, ${now})
        and ((m.kind = 'inbound' and m.author_type = 'customer' and not coalesce((m.mail ->> 'is_auto')::boolean, false))
          or (m.kind = 'outbound' and m.author_type = 'user' and m.state is distinct from 'failed' and ${isToCustomer('m.mail')})
          or m.event ->> 'type' = 'call_answered'
          or (m.event ->> 'type' = 'changed' and m.event @? '$.changes[*] ? (@.field == "status" && (@.to == "solved" || @.to == "closed"))'))
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
    waits as (
      select s.ticket_id, s.at, s.is_first, e.at as ended_at, coalesce(e.step, 'open') as outcome,
        case when e.step = 'answered' then e.author_id end as user_id,
        case when e.step = 'answered' then floor(extract(epoch from e.at - s.at))::int end as seconds
      from owed s left join lines e on e.id = s.end_id
      where s.step = 'asked' and s.before is distinct from 'asked' and s.media_id = any(${[...media]}::int[])
        and s.at >= ${from} and s.at < ${until} and ${isOnAccount(scope, sql`s.conversation_id`)}
    ),
    found as (
      select f.*, (f.at at time zone ${timeZone})::date as day, to_char(f.at at time zone ${timeZone}, 'HH24') as hour from (
        select 'said' as what, at, ticket_id, department_id, user_id, kind, author_type, state, null::boolean as is_first,
          null::text as outcome, null::int as seconds, null::timestamptz as ended_at
        from said where ${isPerson}
        union all
        select 'wait', w.at, w.ticket_id, ${departmentAt(scope, began)}, w.user_id, null, null, null, w.is_first, w.outcome, w.seconds, w.ended_at
        from waits w join tickets t on t.id = w.ticket_id where ${isTicketAsked(scope, began)} and ${isPerson}
      ) f
    )`;
}

const wait = sql`f.what = 'wait'`;
const answered = (isFirst: boolean) => sql`(where f.seconds is not null and f.is_first = ${isFirst})`;
/** By nearest rank, so that it is the value of a real wait. */
const percentile = (share: number, isFirst: boolean) =>
  sql`percentile_disc(${share}) within group (order by f.seconds) filter ${answered(isFirst)}`;

/** Received messages, and waits that go on, belong to no agent: see `ofNobody`. */
async function figuresBy(
  q: Query,
  media: readonly MediaId[],
  { scope, columns: { key, name, isLeft, joins } }: { scope: Scope; columns: GroupColumns },
) {
  const { rows } = await sql<FiguresRow<Metric>>`
    with ${messagesWith(media, scope)}
    select ${key} as key, ${name} as name, ${isLeft} as is_left,
      count(*) filter (where f.kind = 'inbound')::int as messages_received,
      count(*) filter (where f.kind = 'outbound' and f.author_type = 'user')::int as messages_sent,
      count(*) filter (where f.kind = 'outbound' and f.author_type <> 'user')::int as automatic_messages,
      count(*) filter (where f.kind = 'outbound' and f.state = 'failed')::int as messages_failed,
      count(distinct f.ticket_id)::int as tickets,
      count(*) filter (where ${wait})::int as waits,
      count(*) filter (where ${wait} and f.outcome = 'answered')::int as waits_answered,
      count(*) filter (where ${wait} and f.outcome = 'closed')::int as waits_closed,
      count(*) filter (where ${wait} and f.outcome = 'open')::int as waits_open,
      round(avg(f.seconds) filter ${answered(true)})::int as first_reply_mean_seconds,
      ${percentile(0.5, true)} as first_reply_median_seconds, ${percentile(0.9, true)} as first_reply_p90_seconds,
      round(avg(f.seconds) filter ${answered(false)})::int as next_reply_mean_seconds,
      ${percentile(0.5, false)} as next_reply_median_seconds, ${percentile(0.9, false)} as next_reply_p90_seconds
    from found f left join users u on u.id = f.user_id left join departments d on d.id = f.department_id
      ${joins ?? sql``}
    where ${ofRow(scope)} group by 1, 2, 3 order by 2 nulls last, 1`.execute(q);
  return rows;
}

/** The figures of messages on these channels. */
export const messagesOn = (media: readonly MediaId[]) =>
  figuresReader<Metric, Definition['groups'][number]>({
    figuresBy: (q, scope, columns) => figuresBy(q, media, { scope, columns }),

    none: {
      messages_received: 0,
      messages_sent: 0,
      automatic_messages: 0,
      messages_failed: 0,
      tickets: 0,
      waits: 0,
      waits_answered: 0,
      waits_closed: 0,
      waits_open: 0,
      first_reply_mean_seconds: null,
      first_reply_median_seconds: null,
      first_reply_p90_seconds: null,
      next_reply_mean_seconds: null,
      next_reply_median_seconds: null,
      next_reply_p90_seconds: null,
    },

    async records(q, scope, { limit, after }) {
      const { rows } = await sql<{ ticket_id: number; asked_at: string } & ReportRecord['cells']>`
        with ${messagesWith(media, scope)}
        select f.ticket_id, t.number as ticket, coalesce(d.name, '') as department, f.at::timestamptz(3) as asked_at,
          f.is_first, f.outcome, case when f.outcome = 'answered' then f.ended_at::timestamptz(3) end as answered_at, coalesce(u.fullname, '') as agent, f.seconds
        from found f join tickets t on t.id = f.ticket_id left join departments d on d.id = f.department_id
          left join users u on u.id = f.user_id
        where ${wait} and ${ofRow(scope)} and (${after?.at ?? null}::timestamptz is null
          or (f.at, f.ticket_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint))
        order by f.at desc, f.ticket_id desc limit ${limit}`.execute(q);
      return rows.map((row) => ({
        id: `${row.ticket_id}-${Date.parse(row.asked_at)}`,
        cells: row,
        place: { at: row.asked_at, id: row.ticket_id },
      }));
    },
  });
