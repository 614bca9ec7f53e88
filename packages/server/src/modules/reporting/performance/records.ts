import type { MetricCode, ReportRecord, REPORTS } from '@trunkline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofRow } from '../reports/groups.ts';
import { messagesWith } from '../reports/messages.ts';
import type { ReportReader, ReportScope } from '../reports/report-reader.ts';
import { departmentAt, isTicketAsked } from '../reports/ticket-asked.ts';
import { WRITTEN } from './parts.ts';
import { ticketsWith } from './tickets.ts';

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
      select l.*, t.number, ${departmentAt(scope, ended)} as department_id, (l.ended_at at time zone ${timeZone})::date as day,
        to_char(l.ended_at at time zone ${timeZone}, 'HH24') as hour
      from legs l join tickets t on t.id = l.ticket_id
      where ${isTicketAsked(scope, ended)}
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
  found: ticketsWith,
  record: sql`f.ticket_id as id, t.media_id, t.created_at as began_at, f.at as ended_at, null::boolean as is_transferred`,
  where,
});
/** First waits, up to their reply. */
const replies: Source = {
  found: (scope) => messagesWith(WRITTEN, scope),
  record: sql`f.ticket_id as id, t.media_id, f.at as began_at, f.ended_at, null::boolean as is_transferred`,
  where: sql`f.what = 'wait' and f.is_first and f.seconds is not null`,
};

const solved = tickets(sql`f.what = 'solved'`);
const COUNTED: Record<(typeof REPORTS)['performance']['partial'][number], Source> = {
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
      from found f join tickets t on t.id = f.ticket_id where ${where} and ${ofRow(scope)}
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
