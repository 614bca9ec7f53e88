import { Activity, type ReportRecord, type REPORTS } from '@trunkline/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '#platform/db';
import { cutAtMidnights } from '../by-day.ts';
import { cutToMembership } from '../members.ts';
import { stretchCtes } from '../activity/stretches.ts';
import { createFiguresReader, sumOfRows, type FiguresRow } from './figures-reader.ts';
import { isOfMetricSql, isOfRowSql, type GroupColumns } from './groups.ts';
import { recordReading } from './record-reading.ts';
import type { ReportScope } from './report-reader.ts';

type Definition = (typeof REPORTS)['user_activity'];
type Metric = Definition['metrics'][number];

/** Activities cut at the edges of the range and at every midnight. Being offline is left out, unless a correction set it. */
const partsWith = (scope: ReportScope) => sql`
  ${stretchCtes({ ...scope.range, now: scope.now, people: scope.people, isCut: true })},
  -- A list of its own, so that no stretch looks its reason up.
  reasons as materialized (select id, is_paid from break_reasons),
  cut as (${cutToMembership(
    scope,
    sql`w.user_id, w.user_activity_id, w.break_reason_id, w.cause, w.correction_id, w.is_closed, w.whole_ended`,
    sql`
      select user_id, user_activity_id, break_reason_id, cause, correction_id, is_closed_by_system as is_closed, ended as whole_ended,
        tstzrange(greatest(began, ${scope.range.from}), least(ended, ${scope.range.until})) as during
      from stretches where began < ${scope.range.until} and ended > ${scope.range.from}
        and user_activity_id <> ${Activity.offline}`,
  )}),
  parts as (${cutAtMidnights(sql`cut`, {
    columns: sql`w.user_id, w.user_activity_id, w.break_reason_id, w.cause, w.correction_id, upper(w.during) as ended,
      w.is_closed and upper(w.during) = w.whole_ended as is_closed_by_system`,
    during: sql`w.during`,
    timeZone: scope.range.timeZone,
  })}),
  found as (
    select p.*, extract(epoch from p.part_ended - p.part_began)::int as seconds, p.part_ended = p.ended as is_end
    from parts p where p.part_ended > p.part_began
  )`;

const inActivity = (activity: number) => sql`f.user_activity_id = ${activity}`;
const afterCall = (condition: RawBuilder<unknown>) =>
  sql`${inActivity(Activity.idleAfterCall)} and ${condition}`;

/** The stretches that each figure counts: used for the figures and for the records behind them. */
const COUNTED: Record<Definition['partial'][number], RawBuilder<unknown>> = {
  ready_seconds: inActivity(Activity.ready),
  messages_only_seconds: inActivity(Activity.messagesOnly),
  ringing_seconds: inActivity(Activity.ringing),
  in_call_seconds: inActivity(Activity.inCall),
  in_room_call_seconds: inActivity(Activity.inRoomCall),
  after_call_seconds: sql`(${inActivity(Activity.afterCallWork)} or ${afterCall(sql`f.cause <> 'call missed'`)})`,
  missed_call_seconds: afterCall(sql`f.cause = 'call missed'`),
  on_break_seconds: inActivity(Activity.onBreak),
  paid_seconds: sql`(f.user_activity_id <> ${Activity.onBreak} or coalesce(r.is_paid, true))`,
  closed_by_system: sql`f.is_closed_by_system and f.is_end`,
  corrected_seconds: sql`f.correction_id is not null`,
};

async function figuresBy(q: Query, scope: ReportScope, { by, key, name, isLeft }: GroupColumns) {
  const secondsOf = (metric: keyof typeof COUNTED) =>
    sql`coalesce(sum(f.seconds) filter (where ${COUNTED[metric]}), 0)::int as ${sql.ref(metric)}`;
  const { rows } = await sql<FiguresRow<Metric>>`
    with ${partsWith(scope)}
    select ${key} as key, ${name} as name, ${isLeft} as is_left, sum(f.seconds)::int as signed_in_seconds,
      ${secondsOf('ready_seconds')}, ${secondsOf('messages_only_seconds')}, ${secondsOf('ringing_seconds')},
      ${secondsOf('in_call_seconds')}, ${secondsOf('in_room_call_seconds')}, ${secondsOf('after_call_seconds')},
      ${secondsOf('missed_call_seconds')}, ${secondsOf('on_break_seconds')}, ${secondsOf('paid_seconds')},
      count(*) filter (where ${COUNTED.closed_by_system})::int as closed_by_system, ${secondsOf('corrected_seconds')}
    from found f left join reasons r on r.id = f.break_reason_id
    where ${isOfRowSql(scope)} group by ${by} order by 2, 1`.execute(q);
  return rows;
}

export const userActivityReader = createFiguresReader<Metric, Definition['groups'][number]>({
  figuresBy,
  totalOf: sumOfRows,

  none: {
    signed_in_seconds: 0,
    ready_seconds: 0,
    messages_only_seconds: 0,
    ringing_seconds: 0,
    in_call_seconds: 0,
    in_room_call_seconds: 0,
    after_call_seconds: 0,
    missed_call_seconds: 0,
    on_break_seconds: 0,
    paid_seconds: 0,
    closed_by_system: 0,
    corrected_seconds: 0,
  },

  ...recordReading(
    (scope, { limit, after }) => sql<{ user_id: number; began: string } & ReportRecord['cells']>`
      with ${partsWith(scope)}
      select f.user_id, f.part_began::timestamptz(3) as began, f.part_ended::timestamptz(3) as ended_at, u.fullname as agent,
        a.name as activity, coalesce(r.name, '') as break_reason, f.seconds,
        f.is_closed_by_system and f.is_end as is_closed_by_system, f.correction_id is not null as is_corrected, c.corrected_at::timestamptz(3) as corrected_at
      from found f join users u on u.id = f.user_id join user_activities a on a.id = f.user_activity_id
        left join break_reasons r on r.id = f.break_reason_id left join user_activity_corrections c on c.id = f.correction_id
      where ${isOfRowSql(scope)} and ${isOfMetricSql(scope, COUNTED)} and (${after?.at ?? null}::timestamptz is null
        or (f.part_began, f.user_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint))
      order by f.part_began desc, f.user_id desc limit ${limit}`,
    ({ user_id: userId, began, ...cells }) => ({
      id: `${userId}-${Date.parse(began)}`,
      cells: { ...cells, began_at: began },
      place: { at: began, id: userId },
    }),
  ),
});
