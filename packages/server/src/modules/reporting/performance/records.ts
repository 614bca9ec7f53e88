import type { MetricCode, ReportRecord, REPORTS } from '@trunkline/contract';
import { type RawBuilder, sql } from 'kysely';
import { isOfRowSql } from '../reports/groups.ts';
import { messageCtes } from '../reports/messages.ts';
import type { ReportReader, ReportScope } from '../reports/report-reader.ts';
import { departmentAtSql, isTicketInScopeSql } from '../reports/ticket-asked.ts';
import { callCtes } from '../reports/calls/call-figures.ts';
import { roomCalls } from '../reports/calls/room-source.ts';
import { telephoneCalls } from '../reports/calls/telephone-source.ts';
import { chatCtes, WRITTEN_MEDIA } from './parts.ts';
import { solvedTicketCtes } from './tickets.ts';

/** The parts of agents in a conversation, by when they ended. */
const legsWith = (scope: ReportScope) => {
  const { range, userId } = scope;
  const ended = sql`l.ended_at`;
  const { from, until, timeZone } = range;
  return sql`
    legs as (
      select 3 * l.call_id as id, c.ticket_id, c.media_id, l.user_id, l.began_at, l.ended_at, l.is_passed_on as is_transferred
      from phone_legs l join calls c on c.id = l.call_id where l.ended_at >= ${from} and l.ended_at < ${until}
      union all
      select 3 * l.call_id + 1, c.ticket_id, c.media_id, l.user_id, l.began_at, l.ended_at, null
      from report_call_legs l join calls c on c.id = l.call_id
      where c.room_name is not null and l.ended_at >= ${from} and l.ended_at < ${until}
      union all
      select 3 * l.id + 2, c.ticket_id, c.media_id, l.user_id, l.began_at, l.ended_at,
        exists (select from conversation_legs n where n.conversation_id = l.conversation_id and n.id > l.id and n.user_id <> l.user_id)
      from conversation_legs l join conversations c on c.id = l.conversation_id
      where l.ended_at >= ${from} and l.ended_at < ${until}
    ),
    found as (
      select l.*, t.number, ${departmentAtSql(scope, ended)} as department_id, (l.ended_at at time zone ${timeZone})::date as day,
        to_char(l.ended_at at time zone ${timeZone}, 'HH24') as hour
      from legs l join tickets t on t.id = l.ticket_id
      where ${isTicketInScopeSql(scope, ended)}
        and (${userId ?? null}::bigint is null or l.user_id = ${userId ?? null})
    )`;
};

/** `found` has the rows that a figure counts; `media_id`, `began_at` and `ended_at` say what a record shows of them. */
type Source = {
  found: (scope: ReportScope) => RawBuilder<unknown>;
  record: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
};

const conversations = (where = sql`true`): Source => ({
  found: legsWith,
  record: sql`f.id, f.media_id, f.began_at, f.ended_at, f.is_transferred`,
  where,
});
/** Tickets from their beginning to their solving or reopening. */
const tickets = (where: RawBuilder<unknown>): Source => ({
  found: solvedTicketCtes,
  record: sql`f.ticket_id as id, t.media_id, t.created_at as began_at, f.at as ended_at, null::boolean as is_transferred`,
  where,
});
/** First waits, up to their reply. */
const replies: Source = {
  found: (scope) => messageCtes(WRITTEN_MEDIA, scope),
  record: sql`f.ticket_id as id, t.media_id, f.at as began_at, f.ended_at, null::boolean as is_transferred`,
  where: sql`f.what = 'wait' and f.is_first and f.seconds is not null`,
};

/** Rows of the figures of calls and chats: a call or a chat with one user, from a moment until another. */
const contacts = (
  where: RawBuilder<unknown>,
  until: { call: RawBuilder<unknown>; chat: RawBuilder<unknown> },
): Source => ({
  found: (scope) => sql`
    found as (
      select f.*, t.number from (
        ${sql.join(
          [telephoneCalls(scope), roomCalls(scope)].map(
            (source) => sql`
              select 2 * f.call_id as id, f.ticket_id, c.media_id, f.user_id, f.department_id, f.at as began_at, ${until.call} as ended_at,
                f.day, f.hour
              from (with ${callCtes(source, scope)} select * from found) f join calls c on c.id = f.call_id where ${where}`,
          ),
          sql` union all `,
        )}
        union all
        select 2 * f.conversation_id + 1, f.ticket_id, c.media_id, f.user_id, f.department_id, f.at, ${until.chat}, f.day, f.hour
        from (with ${chatCtes(scope)} select *, null::boolean as is_offered, null as outcome, null::int as wait_seconds from found) f
          join conversations c on c.id = f.conversation_id where ${where}
      ) f join tickets t on t.id = f.ticket_id
    )`,
  record: sql`f.id, f.media_id, f.began_at, f.ended_at, null::boolean as is_transferred`,
  where: sql`true`,
});
const accepted = sql`(select min(l.began_at) from conversation_legs l where l.conversation_id = f.conversation_id)`;

const solved = tickets(sql`f.what = 'solved'`);
const COUNTED: Record<(typeof REPORTS)['performance']['partial'][number], Source> = {
  answered_from_queue: contacts(
    sql`f.what = 'answered' or (f.what = 'call' and f.is_offered and f.outcome = 'answered')`,
    { call: sql`f.at + f.wait_seconds * interval '1 second'`, chat: accepted },
  ),
  transfers_in: contacts(sql`f.arrivals > 0`, { call: sql`f.at`, chat: sql`f.at` }),
  transfers_out: conversations(sql`f.is_transferred`),
  first_reply_mean_seconds: replies,
  first_reply_median_seconds: replies,
  first_reply_p90_seconds: replies,
  solutions: solved,
  tickets_solved: solved,
  reopenings: tickets(sql`f.what = 'reopened'`),
  reopen_ratio: tickets(sql`f.what = 'solved' and f.is_reopened`),
  first_resolution_mean_seconds: tickets(sql`f.first_seconds is not null`),
  full_resolution_mean_seconds: tickets(sql`f.full_seconds is not null`),
  open_time_mean_seconds: tickets(sql`f.open_seconds is not null`),
  first_contact_ratio: tickets(sql`f.is_first_contact`),
  one_touch_ratio: tickets(sql`f.is_one_touch`),
};

function sourceOf(metric: MetricCode | undefined): Source {
  const partial: Partial<Record<MetricCode, Source>> = COUNTED;
  return (metric && partial[metric]) ?? conversations();
}

/** The records behind a figure: the part of each agent in a conversation, or tickets, or first replies. */
export const performanceRecords: ReportReader['records'] = async (q, scope, { limit, after }) => {
  const { found, record, where } = sourceOf(scope.metric);
  const { rows } = await sql<{ id: number; ended: string } & ReportRecord['cells']>`
    with ${found(scope)},
    records as (
      select ${record}, f.ticket_id, t.number, f.user_id, f.department_id
      from found f join tickets t on t.id = f.ticket_id where ${where} and ${isOfRowSql(scope)}
    )
    select f.id, f.ended_at::timestamptz(3) as ended, f.began_at::timestamptz(3) as began_at, f.ticket_id, f.number as ticket,
      f.media_id as media, coalesce(u.fullname, '') as agent, coalesce(d.name, '') as department,
      floor(extract(epoch from f.ended_at - f.began_at))::int as seconds, f.is_transferred
    from records f left join users u on u.id = f.user_id left join departments d on d.id = f.department_id
    where ${after?.at ?? null}::timestamptz is null
      or (f.ended_at, f.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint)
    order by f.ended_at desc, f.id desc limit ${limit}`.execute(q);
  return rows.map(({ id, ended, ...cells }) => ({
    id: `${id}-${Date.parse(ended)}`,
    cells: { ...cells, ended_at: ended },
    place: { at: ended, id },
  }));
};
