import { Activity, Media } from '@trunkline/contract';
import { type RawBuilder, sql } from 'kysely';
import { cutToMembership, type MembershipFilter } from '../members.ts';
import { stretchCtes } from '../activity/stretches.ts';
import type { MomentRange } from '../range.ts';

export type WorkScope = MembershipFilter & {
  range: MomentRange;
  now: Date;
  /** A condition on `users`, alias `u`. */
  people: RawBuilder<boolean>;
};

/** Longer than any call or chat, so older ones need not be read. */
const LONGEST = '2 days';

/** After-call work, which wrap-up after a missed call is not. */
export const isWrapUp = sql`(user_activity_id = ${Activity.afterCallWork}
  or user_activity_id = ${Activity.idleAfterCall} and cause <> 'call missed')`;

/**
 * A query of the calls and live chats of the users in `seen` that touch the range: who had them from when to when, in whole
 * seconds. One that goes on has no end.
 */
export const contactsQuery = ({ range: { from, until }, now }: WorkScope) => sql`
  select l.*, date_trunc('second', l.began_at) as began,
    date_trunc('second', coalesce(l.ended_at, ${now}::timestamptz)) as ended
  from (
    select media_id, user_id, began_at, ended_at, call_id * 2 as id, call_id, null::bigint as conversation_id
    from report_call_legs
    union all
    select ${Media.liveChat}, user_id, began_at, ended_at, id * 2 + 1, null, conversation_id from conversation_legs
  ) l
  where l.user_id in (select id from seen) and l.began_at < ${until}
    and l.began_at > ${from}::timestamptz - ${LONGEST}::interval and coalesce(l.ended_at, ${now}::timestamptz) >= ${from}`;

/**
 * CTEs that follow `seen` and `stretches`. `times`: the activities of each user, cut at the edges of the range. `contacts`:
 * their calls and chats. `there`: when they were signed in and not on a break. `busy`: when they had a call, a chat or
 * after-call work; simultaneous ones count once.
 */
export function agentWorkCtes(scope: WorkScope) {
  const { from, until } = scope.range;
  return sql`
    ${stretchCtes({ ...scope.range, now: scope.now, people: scope.people, isCut: true })},
    times as (${cutToMembership(
      scope,
      sql`w.user_id, w.user_activity_id, w.cause`,
      sql`
      select user_id, user_activity_id, cause, tstzrange(greatest(began, ${from}), least(ended, ${until})) as during
      from stretches where began < ${until} and ended > ${from} and user_activity_id <> ${Activity.offline}`,
    )}),
    contacts as (${contactsQuery(scope)}),
    contact_times as (${cutToMembership(
      scope,
      sql`w.user_id`,
      sql`
      select user_id, tstzrange(greatest(began, date_trunc('second', ${from}::timestamptz)), least(ended, ${until})) as during
      from contacts where ended > ${from} and ended > began`,
    )}),
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

/** The length of a range in seconds. */
const secondsIn = (during: RawBuilder<unknown>) =>
  sql`extract(epoch from upper(${during}) - lower(${during}))`;

/** The length of all parts of a multirange in seconds; 0 without any. */
export const secondsOfAll = (multirange: RawBuilder<unknown>) =>
  sql`coalesce((select sum(${secondsIn(sql`p.piece`)}) from unnest(${multirange}) as p (piece)), 0)::int`;

/** The sum of the lengths of ranges over some rows. */
export const sumOfSeconds = (during: RawBuilder<unknown>, filter = sql`true`) =>
  sql`coalesce(sum(${secondsIn(during)}) filter (where ${filter}), 0)::int`;
