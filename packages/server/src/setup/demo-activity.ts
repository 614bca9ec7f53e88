import { Activity, type ActivityId } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { createRandom, type Random } from './random.ts';

type Step = { activity: ActivityId; minutes: number; reason?: number; cause?: string };
type Reason = { id: number; limit_minutes: number | null };
type Row = {
  user_id: number;
  user_activity_id: ActivityId;
  break_reason_id: number | null;
  cause: string;
  started_at: Date;
};

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** The demo company is in Jakarta, which has no daylight saving. */
const ZONE = 7 * 60 * MINUTE;
const DAYS = 90;
/** How many days ahead shifts are planned. */
const DAYS_AHEAD = 14;
const SHIFT_MINUTES = 9 * 60;
/** Breaks by minutes since the beginning of the shift, with the index of their reason: a short one, lunch, a prayer. */
const BREAKS = [
  { after: 150, reason: 2 },
  { after: 240, reason: 0 },
  { after: 400, reason: 1 },
] as const;
const LENGTH_OTHERWISE = 20;

/** When this agent's shifts begin, in minutes of the day: every other agent comes an hour later. */
const startOf = (index: number): number => 8 * 60 + (index % 2) * 60;
/** Monday to Friday; day 0 was a Thursday. */
const isWorkday = (day: number): boolean => (day + 3) % 7 <= 4;

/** What the agents did on their working days up to now, and how they were planned, so that their time can be looked at and reported. */
export async function insertActivity(q: Query, agentIds: readonly number[], now: Date): Promise<void> {
  const reasons = await q
    .selectFrom('break_reasons')
    .select(['id', 'limit_minutes'])
    .orderBy('position')
    .execute();
  const random = createRandom(20_261_126);
  const today = Math.floor((now.getTime() + ZONE) / DAY);
  const firstDays = await firstDaysOf(q, agentIds);
  const rows: Row[] = [];
  for (let day = today - DAYS; day <= today; day += 1) {
    if (!isWorkday(day)) continue;
    for (const [index, id] of agentIds.entries()) {
      if (day <= (firstDays.get(id) ?? 0)) continue;
      // Agents are absent now and then.
      if (random.chance(0.04)) continue;
      const start = day * DAY - ZONE + startOf(index) * MINUTE + random.below(6 * 60) * 1000;
      rows.push(...cutAt(now, shift(random, start, reasons)).map((row) => ({ ...row, user_id: id })));
    }
  }
  await sql`select ensure_month_partitions('user_activity_log', ${new Date(now.getTime() - (DAYS + 1) * DAY)}::date,
    ${now}::date)`.execute(q);
  const column = <K extends keyof Row>(name: K) => rows.map((row) => row[name]);
  await sql`
    insert into user_activity_log (user_id, user_activity_id, break_reason_id, cause, started_at)
    select l.user_id, l.activity, l.reason, l.cause, l.at
    from unnest(${column('user_id')}::bigint[], ${column('user_activity_id')}::int[], ${column('break_reason_id')}::bigint[],
      ${column('cause')}::text[], ${column('started_at')}::timestamptz[]) with ordinality as l (user_id, activity, reason, cause, at, n)
    order by l.n`.execute(q);
  await insertShifts(q, agentIds, { today, reasons });
}

/** The day of each agent's first ticket: there are no calls before it, since callers have written or called before. */
async function firstDaysOf(q: Query, agentIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await q
    .selectFrom('tickets')
    .select('assignee_id')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('assignee_id', 'in', agentIds)
    .groupBy('assignee_id')
    .execute();
  return new Map(rows.map(({ assignee_id: id, at }) => [id ?? 0, Math.floor((Date.parse(at) + ZONE) / DAY)]));
}

/** Inserts the shifts of these days, and of some future ones. */
async function insertShifts(
  q: Query,
  agentIds: readonly number[],
  { today, reasons }: { today: number; reasons: readonly Reason[] },
): Promise<void> {
  const days = Array.from({ length: DAYS + DAYS_AHEAD }, (_, n) => today - DAYS + n).filter(isWorkday);
  const pauses = BREAKS.map(({ after, reason }) => {
    const length = reasons[reason]?.limit_minutes ?? LENGTH_OTHERWISE;
    return sql`tstzrange(s.at + make_interval(mins => ${after}), s.at + make_interval(mins => ${after + length}))`;
  });
  await sql`
    insert into shifts (user_id, day, during, breaks)
    select s.user_id, s.day, tstzrange(s.at, s.at + make_interval(mins => ${SHIFT_MINUTES})), tstzmultirange(${sql.join(pauses)})
    from (
      select p.id as user_id, date '1970-01-01' + d.day as day,
        (date '1970-01-01' + d.day + make_interval(mins => p.start)) at time zone 'Asia/Jakarta' as at
      from unnest(${agentIds}::bigint[], ${agentIds.map((_, index) => startOf(index))}::int[]) as p (id, start)
        cross join unnest(${days}::int[]) as d (day)
    ) s`.execute(q);
}

/** Returns what of a shift is over: who is still at work has just signed out, after the last thing that has ended. */
function cutAt(now: Date, rows: ReturnType<typeof shift>): ReturnType<typeof shift> {
  const last = rows.findLastIndex(({ started_at: at }) => at <= now);
  if (last === rows.length - 1) return rows;
  const begun = rows[last];
  if (!begun || last === 0) return [];
  const end = { ...begun, user_activity_id: Activity.offline, break_reason_id: null, cause: 'signed-out' };
  return [...rows.slice(0, last), end];
}

/** One working day: calls with their wrap-up, breaks, and the end of it. */
function shift(random: Random, start: number, reasons: readonly Reason[]) {
  const rows = [];
  let at = start;
  for (const { activity, minutes, reason = null, cause = 'chosen' } of stepsOf(random, reasons)) {
    rows.push({
      user_activity_id: activity,
      break_reason_id: reason,
      cause,
      started_at: new Date(at),
    });
    at += Math.round(minutes * 60) * 1000;
  }
  return rows;
}

function stepsOf(random: Random, reasons: readonly Reason[]): Step[] {
  const steps: Step[] = [];
  let worked = 0;
  const add = (step: Step): void => {
    const last = steps.at(-1);
    if (last?.activity === step.activity) last.minutes += step.minutes;
    else steps.push(step);
    worked += step.minutes;
  };
  const breaks = [...BREAKS];
  const nextAt = () => breaks[0]?.after ?? SHIFT_MINUTES;
  while (worked < SHIFT_MINUTES) {
    if (worked >= nextAt()) {
      const reason = reasons[breaks.shift()?.reason ?? 0];
      const limit = reason?.limit_minutes ?? LENGTH_OTHERWISE;
      const length = limit * (0.8 + 0.25 * (random.below(100) / 100));
      if (reason) add({ activity: Activity.onBreak, minutes: length, reason: reason.id });
    }
    const left = nextAt() - worked;
    add({ activity: Activity.ready, minutes: Math.max(1, Math.min(6 + random.below(40), left)) });
    if (left < 5 || random.chance(0.25)) continue;
    addCall(random, add);
  }
  const isLost = random.chance(0.04);
  steps.push({ activity: Activity.offline, minutes: 0, cause: isLost ? 'gone' : 'signed-out' });
  return steps;
}

/** Adds an incoming call: some are missed; others are in a room or by telephone. */
function addCall(random: Random, add: (step: Step) => void): void {
  if (random.chance(0.08)) {
    add({ activity: Activity.ringing, minutes: 0.4, cause: 'ringing' });
    add({ activity: Activity.idleAfterCall, minutes: 1 + random.below(4), cause: 'call missed' });
    return;
  }
  if (random.chance(0.2)) {
    add({ activity: Activity.inRoomCall, minutes: 2 + random.below(120) / 10, cause: 'call' });
    add({ activity: Activity.idleAfterCall, minutes: 1, cause: 'call ended' });
    return;
  }
  add({ activity: Activity.ringing, minutes: 0.1 + random.below(20) / 100, cause: 'ringing' });
  add({ activity: Activity.inCall, minutes: 2 + random.below(160) / 10, cause: 'in a call' });
  add({ activity: Activity.afterCallWork, minutes: 1 + random.below(10) / 5, cause: 'call ended' });
}
