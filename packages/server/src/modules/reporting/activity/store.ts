import {
  Activity,
  type ActivityCorrection,
  type ActivityFinding,
  type ActivityId,
  type ActivityStretch,
} from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import type { MomentRange } from '../range.ts';
import '../tables.ts';
import { stretchCtes } from './stretches.ts';

export type ActivityStretchRow = {
  user_id: number;
  user_activity_id: ActivityId;
  activity_cause: ActivityStretch['activity_cause'];
  break_reason_id: number | null;
  began: string;
  ended: string;
  is_closed_by_system: boolean;
  correction_id: number | null;
  over_seconds: number;
};

type ActivityFilter = { range: MomentRange; now: Date; people: RawBuilder<boolean> };

/** Activities by user and time, cut at the edges of the range. */
export async function listStretches(
  q: Query,
  { range, now, people }: ActivityFilter,
): Promise<ActivityStretchRow[]> {
  const { rows } = await sql<ActivityStretchRow>`
    with ${stretchCtes({ ...range, now, people })},
    breaks as (
      select user_id, break_no, sum(extract(epoch from ended - began)) as seconds
      from stretches where user_activity_id = ${Activity.onBreak} group by user_id, break_no
    )
    select s.user_id, s.user_activity_id, s.break_reason_id,
      case when s.user_activity_id in (${Activity.afterCallWork}, ${Activity.idleAfterCall}) then
        case s.cause when 'call missed' then 'missed_call' else 'wrap_up' end end as activity_cause,
      greatest(s.began, ${range.from})::timestamptz(3) as began, least(s.ended, ${range.until})::timestamptz(3) as ended,
      s.is_closed_by_system and s.ended <= ${range.until} as is_closed_by_system, s.correction_id,
      coalesce(greatest(b.seconds - r.limit_minutes * 60, 0), 0)::int as over_seconds
    from stretches s
      left join breaks b on b.user_id = s.user_id and b.break_no = s.break_no
        and s.user_activity_id = ${Activity.onBreak}
      left join break_reasons r on r.id = s.break_reason_id
    where s.began < ${range.until} and s.ended > ${range.from}
    order by s.user_id, s.began`.execute(q);
  return rows;
}

export type ReportedPerson = { id: number; fullname: string; is_left: boolean };

export async function listPeople(q: Query, people: RawBuilder<boolean>): Promise<ReportedPerson[]> {
  const { rows } = await sql<ReportedPerson>`
    select u.id, u.fullname, not u.is_active as is_left from users u where ${people} order by u.fullname, u.id`.execute(
    q,
  );
  return rows;
}

export type CallLeg = {
  user_id: number;
  from: string;
  until: string;
  ticket_id: number | null;
  customer_name: string | null;
};

/** The calls that users were in, cut at the edges of the range and at the present. */
export async function listCallLegs(q: Query, { range, now, people }: ActivityFilter): Promise<CallLeg[]> {
  const { rows } = await sql<CallLeg>`
    select c.user_id, greatest(c.began_at, ${range.from})::timestamptz(3) as from,
      least(coalesce(c.ended_at, ${now}), ${range.until})::timestamptz(3) as until, c.ticket_id, k.label as customer_name
    from report_call_legs c left join report_customer_names k on k.id = c.customer_id
    where c.user_id in (select u.id from users u where ${people}) and c.began_at < ${range.until}
      and coalesce(c.ended_at, ${now}) > ${range.from}
      -- No call lasts longer than two days: what is older need not be looked at.
      and c.began_at > ${range.from}::timestamptz - interval '2 days'
    order by c.began_at`.execute(q);
  return rows;
}

export type NewCorrection = {
  user_id: number;
  from: Date;
  until: Date;
  user_activity_id: ActivityId;
  break_reason_id: number | null;
  reason: string;
  by: number;
  now: Date;
};

export async function insertCorrection(q: Query, correction: NewCorrection): Promise<number> {
  const { from, until, by, now, ...values } = correction;
  const { id } = await q
    .insertInto('user_activity_corrections')
    .values({
      ...values,
      during: sql<string>`tstzrange(date_trunc('second', ${from}::timestamptz), date_trunc('second', ${until}::timestamptz))`,
      corrected_by: by,
      corrected_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The corrections that are valid and touch the range. */
export async function listCorrections(
  q: Query,
  { from, until }: Pick<MomentRange, 'from' | 'until'>,
): Promise<(ActivityCorrection & { user_id: number })[]> {
  const { rows } = await sql<ActivityCorrection & { user_id: number }>`
    select c.id, c.user_id, lower(c.during)::timestamptz(3) as from, upper(c.during)::timestamptz(3) as until,
      c.user_activity_id, c.break_reason_id, c.reason, u.fullname as corrected_by, c.corrected_at
    from user_activity_corrections c join users u on u.id = c.corrected_by
    where c.withdrawn_at is null and c.during && tstzrange(${from}, ${until}) order by c.id`.execute(q);
  return rows;
}

/** Withdraws a correction, and returns its user; undefined where there is none that is valid. */
export async function withdrawCorrection(
  q: Query,
  { id, by, now }: { id: number; by: number; now: Date },
): Promise<number | undefined> {
  const row = await q
    .updateTable('user_activity_corrections')
    .set({ withdrawn_by: by, withdrawn_at: now })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Whether the user is one of `people`. */
export async function isUserAmong(q: Query, userId: number, people: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql`select from users u where u.id = ${userId} and ${people}`.execute(q);
  return rows.length > 0;
}

/**
 * Checks a day: rows that go back in time, users whose state differs from the last recorded activity, and ends set by the
 * system. Each finding is stored once per day, however often this runs.
 */
export async function recordActivityFindings(
  q: Query,
  { day, range, now }: { day: string; range: MomentRange; now: Date },
): Promise<number> {
  const { rows } = await sql`
    insert into user_activity_findings (day, user_id, kind, at)
    select ${day}::date, f.user_id, f.kind, f.at from (
      select l.user_id, 'closed_by_system' as kind, l.started_at as at from user_activity_log l
      where l.cause = 'gone' and l.started_at >= ${range.from} and l.started_at < ${range.until}
      union all
      select o.user_id, 'out_of_order', o.started_at from (
        select l.user_id, l.started_at, max(l.started_at) over (partition by l.user_id order by l.id
          rows between unbounded preceding and 1 preceding) as latest
        from user_activity_log l where l.started_at >= ${range.from} and l.started_at < ${range.until}) o
      where o.started_at < o.latest
      union all
      select s.user_id, 'state_differs', s.activity_since from agent_states s
      where s.activity_since >= ${range.from} and s.activity_since < ${range.until} and not exists (
        select from user_activity_log l where l.user_id = s.user_id and l.started_at = s.activity_since
          and l.user_activity_id = s.user_activity_id)
        and exists (select from user_activity_log l where l.user_id = s.user_id)
    ) f on conflict do nothing returning user_id`.execute(q);
  await sql`insert into user_activity_checks (day, checked_at) values (${day}, ${now})
    on conflict (day) do update set checked_at = excluded.checked_at`.execute(q);
  return rows.length;
}

export async function listFindings(
  q: Query,
  { since, people }: { since: Date; people: RawBuilder<boolean> },
): Promise<ActivityFinding[]> {
  const { rows } = await sql<ActivityFinding>`
    select to_char(f.day, 'YYYY-MM-DD') as day, f.user_id, u.fullname, f.kind, f.at
    from user_activity_findings f join users u on u.id = f.user_id
    where f.at >= ${since} and ${people} order by f.at desc, f.user_id limit 500`.execute(q);
  return rows;
}

export async function readCheckedAt(q: Query): Promise<string | null> {
  const row = await q
    .selectFrom('user_activity_checks')
    .select(({ fn }) => fn.max('checked_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}
