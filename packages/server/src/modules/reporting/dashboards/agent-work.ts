import { Activity } from '@trunkline/contract';
import { type RawBuilder, sql } from 'kysely';
import { stretchesWith } from '../activity/stretches.ts';
import type { Range } from '../range.ts';

export type WorkScope = {
  range: Range;
  now: Date;
  /** A condition on `users` named `u`. */
  people: RawBuilder<boolean>;
};

/** No call or chat lasts longer: what is older need not be looked at. */
const LONGEST = '2 days';

/** After-call work: a wrap-up that a missed call brought is none. */
export const isWrapUp = sql`(user_activity_id = ${Activity.afterCallWork}
  or user_activity_id = ${Activity.idleAfterCall} and cause <> 'call missed')`;

/**
 * Statement of the calls and live chats of the people in `seen`: who had them from when to when, in whole seconds. One that goes on has no
 * end. Those that reach into the range.
 */
export const contactsOf = ({ range: { from, until }, now }: WorkScope) => sql`
  select l.*, date_trunc('second', l.began_at) as began,
    date_trunc('second', coalesce(l.ended_at, ${now}::timestamptz)) as ended
  from (
    select c.media_id, l.user_id, l.ticket_id, l.began_at, l.ended_at, l.call_id * 2 as id, l.call_id as contact_id
    from report_call_legs l join calls c on c.id = l.call_id
    union all
    select v.media_id, l.user_id, v.ticket_id, l.began_at, l.ended_at, l.id * 2 + 1, v.id
    from conversation_legs l join conversations v on v.id = l.conversation_id
  ) l
  where l.user_id in (select id from seen) and l.began_at < ${until}
    and l.began_at > ${from}::timestamptz - ${LONGEST}::interval and coalesce(l.ended_at, ${now}::timestamptz) >= ${from}`;

/**
 * Statements of a `with`, after `seen` and `stretches`. `times`: what each did in the range, cut at its edges. `contacts`: their calls and
 * chats. `there`: when they were signed in and on no break. `busy`: when they had a call, a chat or after-call work: two at once
 * are one time.
 */
export function workWith(scope: WorkScope) {
  const { from, until } = scope.range;
  return sql`
    ${stretchesWith({ ...scope.range, now: scope.now, people: scope.people })},
    times as (
      select user_id, user_activity_id, cause, tstzrange(greatest(began, ${from}), least(ended, ${until})) as during
      from stretches where began < ${until} and ended > ${from} and user_activity_id <> ${Activity.offline}
    ),
    contacts as (${contactsOf(scope)}),
    contact_times as (
      select user_id, tstzrange(greatest(began, date_trunc('second', ${from}::timestamptz)), least(ended, ${until})) as during
      from contacts where ended > ${from} and ended > began
    ),
    there as (
      select user_id, range_agg(during) as during from times where user_activity_id <> ${Activity.onBreak} group by user_id
    ),
    busy as (
      select user_id, range_agg(during) as during from (
        select user_id, during from contact_times
        union all
        select user_id, during from times where user_activity_id in (${Activity.inCall}, ${Activity.inRoomCall}) or ${isWrapUp}
      ) b group by user_id
    )`;
}

/** Seconds of a range. */
const secondsIn = (during: RawBuilder<unknown>) =>
  sql`extract(epoch from upper(${during}) - lower(${during}))`;

/** Seconds of all pieces of a multirange; 0 of none. */
export const secondsOfAll = (multirange: RawBuilder<unknown>) =>
  sql`coalesce((select sum(${secondsIn(sql`p.piece`)}) from unnest(${multirange}) as p (piece)), 0)::int`;

/** The sum of the ranges of some rows, each by itself. */
export const sumOfSeconds = (during: RawBuilder<unknown>, filter = sql`true`) =>
  sql`coalesce(sum(${secondsIn(during)}) filter (where ${filter}), 0)::int`;
