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
  /** Whether stretches are cut just after the range, instead of being followed for up to 31 days. */
  isCut?: boolean;
};

/**
 * CTEs that end in `stretches`: what each user did from when to when, including spans that reach over the edges of the range.
 * An activity lasts until the user's next row; a correction replaces what was recorded, the later one of two; times are whole
 * seconds, so that lengths add up. Spans of the same break have the same `break_no`: it continues when the user comes back to
 * it.
 */
export function stretchCtes({ from, until, now, people, isCut = false }: Options) {
  return sql`
    seen as materialized (select u.id from users u where ${people}),
    horizon as (select least(${now}::timestamptz, ${until}::timestamptz + ${isCut ? JUST_AFTER : AFTER}::interval) as at),
    changes as (
      select l.id, l.user_id, l.user_activity_id, l.break_reason_id, l.cause, date_trunc('second', l.started_at) as began
      from user_activity_log l
      where l.user_id in (select id from seen) and l.started_at >= ${from}
        and l.started_at < (select at from horizon)
      union all
      select l.id, l.user_id, l.user_activity_id, l.break_reason_id, l.cause, date_trunc('second', l.started_at)
      from seen cross join lateral (
        select * from user_activity_log l where l.user_id = seen.id and l.started_at < ${from}
        order by l.started_at desc, l.id desc limit 1) l
    ),
    recorded as (
      select user_id, user_activity_id, break_reason_id, cause, began,
        coalesce(lead(began) over w, date_trunc('second', (select at from horizon))) as ended,
        coalesce(lead(cause) over w = 'gone', false) as is_closed
      from changes window w as (partition by user_id order by began, id)
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
    pieces as (
      select r.user_id, r.user_activity_id, r.break_reason_id, r.cause, lower(p.piece) as began, upper(p.piece) as ended,
        r.is_closed and upper(p.piece) = r.ended as is_closed_by_system, null::bigint as correction_id
      from recorded r left join covered v on v.user_id = r.user_id
        cross join lateral unnest(tstzmultirange(tstzrange(r.began, r.ended)) - coalesce(v.during, '{}')) as p (piece)
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
