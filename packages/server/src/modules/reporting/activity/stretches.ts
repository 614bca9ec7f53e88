import { Activity } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { MomentRange } from '../range.ts';

/** A break may last beyond the range: its length is known at most this much later. */
const AFTER = '31 days';
/** Enough for a stretch that reaches beyond the range to end after it. */
const JUST_AFTER = '1 second';

type Options = Pick<MomentRange, 'from' | 'until'> & {
  now: Date;
  /** A condition on `users`, alias `u`. */
  people: RawBuilder<boolean>;
  /** Whether stretches are cut just after the range, instead of breaks being followed for up to 31 days. */
  isCut?: boolean;
};

/**
 * CTEs that end in `stretches`: what each user did from when to when, including spans that reach over the edges of the range.
 * An activity lasts until the user's next row; a correction replaces what was recorded, the later one of two; times are whole
 * seconds, so that lengths add up. Spans of the same break have the same `break_no`: it continues when the user comes back to
 * it.
 */
export function stretchCtes({ from, until, now, people, isCut = false }: Options) {
  const horizonAfter = (time: string) =>
    sql`least(${now}::timestamptz, ${until}::timestamptz + ${time}::interval)`;
  const near = sql`(select near from horizons)`;
  const far = sql`(select far from horizons)`;
  /** What was recorded of the users in a CTE until then, each span up to the user's next one. */
  const recordedOf = (users: RawBuilder<unknown>, horizon: RawBuilder<unknown>) => sql`
      select user_id, user_activity_id, break_reason_id, cause, began,
        coalesce(lead(began) over w, date_trunc('second', ${horizon})) as ended,
        coalesce(lead(cause) over w = 'gone', false) as is_closed
      from (
        select l.id, l.user_id, l.user_activity_id, l.break_reason_id, l.cause, date_trunc('second', l.started_at) as began
        from user_activity_log l
        where l.user_id in (select id from ${users}) and l.started_at >= ${from} and l.started_at < ${horizon}
        union all
        select l.id, l.user_id, l.user_activity_id, l.break_reason_id, l.cause, date_trunc('second', l.started_at)
        from ${users} u cross join lateral (
          select * from user_activity_log l where l.user_id = u.id and l.started_at < ${from}
          order by l.started_at desc, l.id desc limit 1) l
      ) changes window w as (partition by user_id order by began, id)`;
  const uncorrectedOf = (users: RawBuilder<unknown>, horizon: RawBuilder<unknown>) => sql`
      select r.user_id, r.user_activity_id, r.break_reason_id, r.cause, r.began, r.ended, r.is_closed as is_closed_by_system,
        null::bigint as correction_id
      from (${recordedOf(users, horizon)}) r where r.ended > r.began`;
  return sql`
    seen as materialized (select u.id from users u where ${people}),
    horizons as (
      select ${horizonAfter(JUST_AFTER)} as near, ${horizonAfter(isCut ? JUST_AFTER : AFTER)} as far
    ),
    overlays as (
      select c.id, c.user_id, c.user_activity_id, c.break_reason_id,
        tstzmultirange(c.during) - coalesce((
          select range_agg(o.during) from user_activity_corrections o
          where o.user_id = c.user_id and o.withdrawn_at is null and o.id > c.id), '{}') as during
      from user_activity_corrections c
      where c.withdrawn_at is null and c.user_id in (select id from seen)
        and c.during && tstzrange(${from}, ${until}::timestamptz + ${AFTER}::interval)
    ),
    covered as (
      select user_id, range_agg(piece) as during from overlays, unnest(during) piece group by user_id
    ),
    corrected as materialized (select user_id as id from covered),
    -- Only a break that goes on after the range has to be followed beyond it.
    followed as materialized (
      select s.id from seen s where ${isCut ? sql`false` : sql`${until} < ${now}`} and s.id not in (select id from corrected) and (
        (select l.user_activity_id from user_activity_log l where l.user_id = s.id and l.started_at < ${until}
          order by l.started_at desc, l.id desc limit 1) = ${Activity.onBreak}
        or (select l.cause from user_activity_log l where l.user_id = s.id and l.user_activity_id = ${Activity.onBreak}
          and l.started_at >= ${until} and l.started_at < ${far} order by l.started_at, l.id limit 1) = 'came back')
    ),
    others as materialized (
      select id from seen where id not in (select id from corrected) and id not in (select id from followed)
    ),
    -- Few have been corrected, and what has not need not be cut.
    pieces as (
      ${uncorrectedOf(sql`others`, near)}
      union all
      ${uncorrectedOf(sql`followed`, far)}
      union all
      select r.user_id, r.user_activity_id, r.break_reason_id, r.cause, lower(p.piece) as began, upper(p.piece) as ended,
        r.is_closed and upper(p.piece) = r.ended, null
      from (${recordedOf(sql`corrected`, far)}) r join covered v on v.user_id = r.user_id
        cross join lateral unnest(tstzmultirange(tstzrange(r.began, r.ended)) - v.during) as p (piece)
      where r.ended > r.began
      union all
      select o.user_id, o.user_activity_id, o.break_reason_id, 'corrected', lower(p.piece), upper(p.piece), false, o.id
      from overlays o cross join lateral unnest(o.during) as p (piece)
    ),
    stretches as (
      select *, sum(case when user_activity_id = ${Activity.onBreak} and cause <> 'came back' then 1 else 0 end)
        over (partition by user_id order by began) as break_no
      from pieces
    )`;
}
