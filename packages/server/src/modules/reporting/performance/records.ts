import type { MetricCode, ReportRecord, REPORTS } from '@trunkline/contract';
import { type RawBuilder, sql } from 'kysely';
import { isOfRowSql } from '../reports/groups.ts';
import { messageCtes } from '../reports/messages.ts';
import { recordReading } from '../reports/record-reading.ts';
import type { ReportScope } from '../reports/report-reader.ts';
import { callCtes } from '../reports/calls/call-figures.ts';
import { roomCalls } from '../reports/calls/room-source.ts';
import { telephoneCalls } from '../reports/calls/telephone-source.ts';
import { chatCtes, WRITTEN_MEDIA } from './parts.ts';
import { solvedTicketCtes } from './tickets.ts';

/** `found` has the rows that a figure counts; the other columns say what a record shows of them. */
type Source = {
  found: (scope: ReportScope) => RawBuilder<unknown>;
  record: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
};

const ofOneUser = sql`array[f.user_id] as user_ids, null::int as seconds, null::boolean as is_transferred`;

/** Tickets from their beginning to their solving or reopening. */
const tickets = (where: RawBuilder<unknown>): Source => ({
  found: solvedTicketCtes,
  record: sql`f.ticket_id as id, t.media_id, t.created_at as began_at, f.at as ended_at, ${ofOneUser}`,
  where,
});
/** First waits, up to their reply. */
const replies: Source = {
  found: (scope) => messageCtes(WRITTEN_MEDIA, scope),
  record: sql`f.ticket_id as id, t.media_id, f.at as began_at, f.ended_at, ${ofOneUser}`,
  where: sql`f.what = 'wait' and f.is_first and f.seconds is not null`,
};

const accepted = sql`(select min(l.began_at) from conversation_legs l where l.conversation_id = f.conversation_id)`;
/** The rows behind the figures of calls and chats: what one user did for one of them, in the row of the report that counts it. */
const contactRows = (scope: ReportScope) => sql`
  contacts as (
    ${sql.join(
      [telephoneCalls(scope), roomCalls(scope)].map(
        (source) => sql`
          select 2 * f.call_id as contact_id, f.ticket_id, c.media_id, f.what = 'handled' as is_handled,
            f.what = 'call' and f.is_offered and f.outcome = 'answered' as is_from_queue, f.user_id, f.department_id, f.at, f.day,
            f.hour, c.started_at, f.at + f.wait_seconds * interval '1 second' as accepted_at, f.seconds, f.passes, f.arrivals
          from (with ${callCtes(source, scope)} select * from found) f join calls c on c.id = f.call_id`,
      ),
      sql` union all `,
    )}
    union all
    select 2 * f.conversation_id + 1, f.ticket_id, c.media_id, f.what = 'handled', f.what = 'answered', f.user_id, f.department_id,
      f.at, f.day, f.hour, c.started_at, case when f.what = 'answered' then ${accepted} end, f.seconds, f.passes, f.arrivals
    from (with ${chatCtes(scope)} select * from found) f join conversations c on c.id = f.conversation_id
  )`;

/** What each user did, as often as it counts. */
const contacts = (
  times: RawBuilder<unknown>,
  ended: RawBuilder<unknown> = sql`f.at`,
  began: RawBuilder<unknown> = sql`f.at`,
): Source => ({
  found: (scope) => sql`
    ${contactRows(scope)},
    found as (
      select f.*, ${began} as began_at, ${ended} as ended_at, row_number() over (order by f.contact_id, f.user_id, n) as id
      from contacts f cross join lateral generate_series(1, ${times}) n
    )`,
  record: sql`f.id, f.media_id, f.began_at, f.ended_at, ${ofOneUser}`,
  where: sql`true`,
});

/** Calls and chats, each once for all users who took part in it. */
const handled: Source = {
  found: (scope) => sql`
    ${contactRows(scope)},
    found as (
      select f.contact_id as id, f.ticket_id, f.media_id, min(f.user_id) as user_id, array_agg(f.user_id) as user_ids,
        min(f.department_id) as department_id, f.day, f.hour, f.started_at as began_at, f.at as ended_at,
        sum(f.seconds)::int as seconds, sum(f.passes) > 0 as is_transferred
      from contacts f where f.is_handled and ${isOfRowSql(scope)}
      group by f.contact_id, f.ticket_id, f.media_id, f.day, f.hour, f.started_at, f.at
    )`,
  record: sql`f.id, f.media_id, f.began_at, f.ended_at, f.user_ids, f.seconds, f.is_transferred`,
  where: sql`true`,
};

const solved = tickets(sql`f.what = 'solved'`);
const COUNTED: Record<(typeof REPORTS)['performance']['partial'][number], Source> = {
  answered_from_queue: contacts(sql`f.is_from_queue::int`, sql`f.accepted_at`),
  transfers_in: contacts(sql`f.arrivals`),
  transfers_out: contacts(sql`f.passes`),
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

/** The records behind a figure: calls and chats, what a user did for one, tickets, or first replies. */
export const performanceRecords = recordReading(
  (scope, { limit, after }) => {
    const counted: Partial<Record<MetricCode, Source>> = COUNTED;
    const { found, record, where } = (scope.metric && counted[scope.metric]) ?? handled;
    return sql<{ id: number; ended: string } & ReportRecord['cells']>`
    with ${found(scope)},
    records as (
      select ${record}, f.ticket_id, t.number, f.department_id
      from found f join tickets t on t.id = f.ticket_id where ${where} and ${isOfRowSql(scope)}
    )
    select f.id, f.ended_at::timestamptz(3) as ended, f.began_at::timestamptz(3) as began_at, f.ticket_id, f.number as ticket,
      f.media_id as media, coalesce(u.names, '') as agent, coalesce(d.name, '') as department,
      coalesce(f.seconds, floor(extract(epoch from f.ended_at - f.began_at))::int) as seconds, f.is_transferred
    from records f left join departments d on d.id = f.department_id
      cross join lateral (
        select string_agg(u.fullname, ', ' order by array_position(f.user_ids, u.id)) as names
        from users u where u.id = any(f.user_ids)) u
    where ${after?.at ?? null}::timestamptz is null
      or (f.ended_at, f.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint)
    order by f.ended_at desc, f.id desc limit ${limit}`;
  },
  ({ id, ended, ...cells }) => ({
    id: `${id}-${Date.parse(ended)}`,
    cells: { ...cells, ended_at: ended },
    place: { at: ended, id },
  }),
);
