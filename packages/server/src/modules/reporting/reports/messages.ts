import type { MediaId, ReportRecord, REPORTS } from '@trunkline/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '#platform/db';
import { visibleTo } from '#modules/tickets';
import { messageFigureCtes } from '../message-figures/figures.ts';
import { createFiguresReader, type FiguresRow } from './figures-reader.ts';
import { isOfMetricSql, isOfRowSql, type GroupColumns } from './groups.ts';
import { openSeconds, openTimesWith } from './office-hours.ts';
import { recordReading } from './record-reading.ts';
import type { ReportScope } from './report-reader.ts';
import { equalsIfGivenSql } from './ticket-filter.ts';

type Definition = (typeof REPORTS)['email'];
type Metric = Definition['metrics'][number];

/**
 * Two kinds of rows in `found`, by day and hour. `said`: messages in or out, counted. `wait`: from a customer's first unanswered message to
 * what ended it. Tickets are looked up only where something depends on how they are now.
 */
export function messageCtes(media: readonly MediaId[], scope: ReportScope) {
  const { range, viewer, departments, departmentId, accountId, userId, where, officeHours } = scope;
  const { timeZone } = range;
  const isNow = departments === 'now';
  const ofTicket = isNow || where !== undefined || viewer.visibility !== 'all';
  const department = isNow ? sql`t.department_id` : sql`f.department_id`;
  // Only of waits that were answered: the others have no length.
  const seconds = officeHours
    ? sql`case when f.seconds is not null then ${openSeconds(sql`f.at`, sql`f.ended_at`)} end`
    : sql`f.seconds`;
  return sql`
    ${messageFigureCtes(range, media)},
    ${officeHours ? sql`${openTimesWith(officeHours)},` : sql``}
    figures as (
      select 'said' as what, at, ticket_id, department_id, account_id, user_id, received, sent, automatic, failed,
        null::boolean as is_first, null::text as outcome, null::int as seconds, null::timestamptz as ended_at
      from said
      union all
      select 'wait', at, ticket_id, department_id, account_id, user_id, 0, 0, 0, 0, is_first, outcome, seconds, ended_at from waits
    ),
    found as (
      select f.what, f.at, f.ticket_id, ${department} as department_id, f.user_id, f.received, f.sent, f.automatic, f.failed,
        f.is_first, f.outcome, ${seconds} as seconds, f.ended_at,
        (f.at at time zone ${timeZone})::date as day, to_char(f.at at time zone ${timeZone}, 'HH24') as hour
      from figures f ${ofTicket ? sql`join tickets t on t.id = f.ticket_id` : sql``}
        ${officeHours ? sql`left join open_times o on ${department} = any(o.departments)` : sql``}
      where ${visibleTo(viewer)} and ${where ?? sql`true`} and ${equalsIfGivenSql(department, departmentId)}
        and ${equalsIfGivenSql(sql`f.account_id`, accountId)} and ${equalsIfGivenSql(sql`f.user_id`, userId)}
    )`;
}

const wait = sql`f.what = 'wait'`;
const replied = (isFirst: boolean) => sql`f.seconds is not null and f.is_first = ${isFirst}`;
const answered = (isFirst: boolean) => sql`(where ${replied(isFirst)})`;
/** By nearest rank, so that it is the value of a real wait. */
const percentile = (share: number, isFirst: boolean) =>
  sql`percentile_disc(${share}) within group (order by f.seconds) filter ${answered(isFirst)}`;

/** Received messages and open waits belong to no agent: see `ofNobody`. */
async function figuresBy(
  q: Query,
  media: readonly MediaId[],
  { scope, columns: { by, key, name, isLeft, joins } }: { scope: ReportScope; columns: GroupColumns },
) {
  const { rows } = await sql<FiguresRow<Metric>>`
    with ${messageCtes(media, scope)}
    select ${key} as key, ${name} as name, ${isLeft} as is_left,
      sum(f.received)::int as messages_received, sum(f.sent)::int as messages_sent,
      sum(f.automatic)::int as automatic_messages, sum(f.failed)::int as messages_failed,
      count(distinct f.ticket_id)::int as tickets,
      count(*) filter (where ${wait})::int as waits,
      count(*) filter (where ${wait} and f.outcome = 'answered')::int as waits_answered,
      count(*) filter (where ${wait} and f.outcome = 'closed')::int as waits_closed,
      count(*) filter (where ${wait} and f.outcome = 'open')::int as waits_open,
      round(avg(f.seconds) filter ${answered(true)})::int as first_reply_mean_seconds,
      ${percentile(0.5, true)} as first_reply_median_seconds, ${percentile(0.9, true)} as first_reply_p90_seconds,
      round(avg(f.seconds) filter ${answered(false)})::int as next_reply_mean_seconds,
      ${percentile(0.5, false)} as next_reply_median_seconds, ${percentile(0.9, false)} as next_reply_p90_seconds
    from found f ${joins ?? sql``} where ${isOfRowSql(scope)} group by ${by} order by 2 nulls last, 1`.execute(
    q,
  );
  return rows;
}

const COUNTED: Record<Definition['partial'][number], RawBuilder<unknown>> = {
  waits_answered: sql`f.outcome = 'answered'`,
  waits_closed: sql`f.outcome = 'closed'`,
  waits_open: sql`f.outcome = 'open'`,
  first_reply_mean_seconds: replied(true),
  first_reply_median_seconds: replied(true),
  first_reply_p90_seconds: replied(true),
  next_reply_mean_seconds: replied(false),
  next_reply_median_seconds: replied(false),
  next_reply_p90_seconds: replied(false),
};

/** The figures of messages on these channels. */
export const createMessagesReader = (media: readonly MediaId[]) =>
  createFiguresReader<Metric, Definition['groups'][number]>({
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

    ...recordReading(
      (scope, { limit, after }) => sql<{ ticket_id: number; asked_at: string } & ReportRecord['cells']>`
        with ${messageCtes(media, scope)}
        select f.ticket_id, t.number as ticket, coalesce(d.name, '') as department, f.at::timestamptz(3) as asked_at,
          f.is_first, f.outcome, case when f.outcome = 'answered' then f.ended_at::timestamptz(3) end as answered_at, coalesce(u.fullname, '') as agent, f.seconds
        from found f join tickets t on t.id = f.ticket_id left join departments d on d.id = f.department_id
          left join users u on u.id = f.user_id
        where ${wait} and ${isOfRowSql(scope)} and ${isOfMetricSql(scope, COUNTED)} and (${after?.at ?? null}::timestamptz is null
          or (f.at, f.ticket_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint))
        order by f.at desc, f.ticket_id desc limit ${limit}`,
      (row) => ({
        id: `${row.ticket_id}-${Date.parse(row.asked_at)}`,
        cells: row,
        place: { at: row.asked_at, id: row.ticket_id },
      }),
    ),
  });
