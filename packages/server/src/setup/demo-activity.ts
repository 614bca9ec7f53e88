import { Activity, type ActivityId } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { createRandom, type Random } from './random.ts';

type Step = { activity: ActivityId; minutes: number; reason?: number; cause?: string };
type Reason = { id: number; limit_minutes: number | null };

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** The demo is at work in Jakarta, which has no summer time. */
const ZONE = 7 * 60 * MINUTE;
const DAYS = 21;
const SHIFT_MINUTES = 9 * 60;

/** What the agents did on the working days before today, so that their time can be looked at and reported. */
export async function insertActivity(q: Query, agentIds: readonly number[], now: Date): Promise<void> {
  const reasons = await q
    .selectFrom('break_reasons')
    .select(['id', 'limit_minutes'])
    .orderBy('position')
    .execute();
  const random = createRandom(20_261_126);
  const today = Math.floor((now.getTime() + ZONE) / DAY);
  const rows = [];
  for (let day = today - DAYS; day < today; day += 1) {
    // Day 0 was a Thursday.
    if ((day + 3) % 7 > 4) continue;
    for (const [index, id] of agentIds.entries()) {
      // Somebody is away now and then.
      if (random.chance(0.08)) continue;
      const start = day * DAY - ZONE + (8 * 60 + (index % 2) * 60) * MINUTE + random.below(12 * 60) * 1000;
      rows.push(...shift(random, start, reasons).map((row) => ({ ...row, user_id: id })));
    }
  }
  await sql`select ensure_month_partitions('user_activity_log', ${new Date(now.getTime() - (DAYS + 1) * DAY)}::date,
    ${now}::date)`.execute(q);
  for (let at = 0; at < rows.length; at += 1000)
    await q
      .insertInto('user_activity_log')
      .values(rows.slice(at, at + 1000))
      .execute();
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
  const breaks = [150, 260, 400];
  while (worked < SHIFT_MINUTES) {
    const due = breaks[0];
    if (due !== undefined && worked >= due) {
      breaks.shift();
      const reason = reasons[breaks.length % Math.max(1, reasons.length)];
      const limit = reason?.limit_minutes ?? 20;
      const length = limit * (0.6 + 0.5 * (random.below(100) / 100));
      if (reason) add({ activity: Activity.onBreak, minutes: length, reason: reason.id });
    }
    add({ activity: Activity.ready, minutes: 6 + random.below(40) });
    if (random.chance(0.25)) continue;
    if (random.chance(0.08)) {
      add({ activity: Activity.ringing, minutes: 0.4, cause: 'ringing' });
      add({ activity: Activity.idleAfterCall, minutes: 1 + random.below(4), cause: 'call missed' });
      continue;
    }
    if (random.chance(0.2)) {
      add({ activity: Activity.inRoomCall, minutes: 2 + random.below(120) / 10, cause: 'call' });
      add({ activity: Activity.idleAfterCall, minutes: 1, cause: 'call ended' });
      continue;
    }
    add({ activity: Activity.ringing, minutes: 0.1 + random.below(20) / 100, cause: 'ringing' });
    add({ activity: Activity.inCall, minutes: 2 + random.below(160) / 10, cause: 'in a call' });
    add({ activity: Activity.afterCallWork, minutes: 1 + random.below(10) / 5, cause: 'call ended' });
  }
  const isLost = random.chance(0.04);
  steps.push({ activity: Activity.offline, minutes: 0, cause: isLost ? 'gone' : 'signed-out' });
  return steps;
}
