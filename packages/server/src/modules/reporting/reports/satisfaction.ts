import type { ReportRecord, REPORTS } from '@trunkline/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '#platform/db';
import { createFiguresReader, type FiguresRow } from './figures-reader.ts';
import { isOfMetricSql, isOfRowSql, type GroupColumns } from './groups.ts';
import { recordReading } from './record-reading.ts';
import type { ReportScope } from './report-reader.ts';
import {
  departmentAtSql,
  equalsIfGivenSql,
  isOnAccount,
  isTicketInScopeSql,
  type TicketFilterScope,
} from './ticket-filter.ts';

type Definition = (typeof REPORTS)['satisfaction_metrics'];
type Metric = Definition['metrics'][number];

export type RatingScope = TicketFilterScope & Pick<ReportScope, 'range' | 'now' | 'userId' | 'accountId'>;

/**
 * Two kinds of rows in `found`: `asked`, a room call whose customer could rate it, by its end; and `rated`, a rating, by its
 * time. Both belong to the agent who had the call at its end.
 */
export function ratingCtes(scope: RatingScope) {
  const { range, now, userId } = scope;
  const { from, until, timeZone } = range;
  const seen = (at: ReturnType<typeof sql>) => sql`${isTicketInScopeSql(scope, at)}
    and ${equalsIfGivenSql(sql`c.user_id`, userId)} and ${isOnAccount(scope, sql`c.conversation_id`)}`;
  const ended = sql`c.ended_at`;
  const given = sql`c.rated_at`;
  return sql`
    found as (
      select f.*, (f.at at time zone ${timeZone})::date as day, to_char(f.at at time zone ${timeZone}, 'HH24') as hour from (
        select 'asked' as what, c.id as call_id, c.ticket_id, c.ended_at as at, c.user_id, ${departmentAtSql(scope, ended)} as department_id, c.rating
        from calls c join tickets t on t.id = c.ticket_id
        where c.room_name is not null and c.state = 'ended' and c.answered_at is not null and c.ended_at >= ${from}
          and c.ended_at < ${until} and c.ended_at <= ${now} and ${seen(ended)}
          and (c.direction = 'inbound' or exists (select from call_people p where p.call_id = c.id and p.role = 'customer'))
        union all
        select 'rated', c.id, c.ticket_id, c.rated_at, c.user_id, ${departmentAtSql(scope, given)}, c.rating
        from calls c join tickets t on t.id = c.ticket_id
        where c.rated_at >= ${from} and c.rated_at < ${until} and ${seen(given)}
      ) f
    )`;
}

const count = (where: ReturnType<typeof sql>) => sql`count(*) filter (where ${where})`;
export const isAskedSql = sql`f.what = 'asked'`;
export const isRatedSql = sql`f.what = 'rated'`;
const of = (rating: number) => sql`${count(sql`${isRatedSql} and f.rating = ${rating}`)}::int`;

async function figuresBy(q: Query, scope: ReportScope, { by, key, name, isLeft, joins }: GroupColumns) {
  const { rows } = await sql<FiguresRow<Metric>>`
    with ${ratingCtes(scope)}
    select ${key} as key, ${name} as name, ${isLeft} as is_left, ${count(isAskedSql)}::int as ratings_asked,
      round(${count(sql`${isAskedSql} and f.rating is not null`)}::numeric / nullif(${count(isAskedSql)}, 0), 4)::float8 as rating_answered_ratio,
      ${count(isRatedSql)}::int as ratings,
      round(${count(sql`${isRatedSql} and f.rating >= 4`)}::numeric / nullif(${count(isRatedSql)}, 0), 4)::float8 as csat_ratio,
      round(avg(f.rating) filter (where ${isRatedSql}), 2)::float8 as rating_mean,
      ${of(1)} as ratings_of_1, ${of(2)} as ratings_of_2, ${of(3)} as ratings_of_3, ${of(4)} as ratings_of_4, ${of(5)} as ratings_of_5
    from found f ${joins ?? sql``}
    where ${isOfRowSql(scope)} group by ${by} order by 2 nulls last, 1`.execute(q);
  return rows;
}

/** The ratings that a figure counts. */
const COUNTED: Record<Definition['partial'][number], RawBuilder<unknown>> = {
  csat_ratio: sql`f.rating >= 4`,
  ratings_of_1: sql`f.rating = 1`,
  ratings_of_2: sql`f.rating = 2`,
  ratings_of_3: sql`f.rating = 3`,
  ratings_of_4: sql`f.rating = 4`,
  ratings_of_5: sql`f.rating = 5`,
};

export const satisfactionReader = createFiguresReader<Metric, Definition['groups'][number]>({
  figuresBy,

  none: {
    ratings_asked: 0,
    rating_answered_ratio: null,
    ratings: 0,
    csat_ratio: null,
    rating_mean: null,
    ratings_of_1: 0,
    ratings_of_2: 0,
    ratings_of_3: 0,
    ratings_of_4: 0,
    ratings_of_5: 0,
  },

  ...recordReading(
    (scope, { limit, after }) => sql<{ call_id: number; rated_at: string } & ReportRecord['cells']>`
      with ${ratingCtes(scope)}
      select f.call_id, f.at::timestamptz(3) as rated_at, c.ticket_id, t.number as ticket, coalesce(k.label, '') as caller,
        coalesce(d.name, '') as department, coalesce(u.fullname, '') as agent, c.kind = 'video' as is_video, f.rating,
        c.rating_comment as comment
      from found f join calls c on c.id = f.call_id join tickets t on t.id = c.ticket_id
        left join users u on u.id = f.user_id left join departments d on d.id = f.department_id
        left join report_customer_names k on k.id = c.customer_id
      where ${isRatedSql} and ${isOfRowSql(scope)} and ${isOfMetricSql(scope, COUNTED)} and (${after?.at ?? null}::timestamptz is null
        or (f.at, f.call_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint))
      order by f.at desc, f.call_id desc limit ${limit}`,
    (row) => ({
      id: String(row.call_id),
      cells: row,
      place: { at: row.rated_at, id: row.call_id },
    }),
  ),
});
