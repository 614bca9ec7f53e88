import type { ReportSchedule } from '@trunkline/contract';
import { wallTimes, type WallTime } from '#platform/calendar/wall-times';

const DAY_MS = 86_400_000;
/** The longest interval of a schedule: from the 28th to the 28th. */
const LONGEST_MS = 32 * DAY_MS;

type Timed = Pick<ReportSchedule, 'every' | 'weekday' | 'month_day' | 'at'>;

const isOn = ({ every, weekday, month_day: monthDay }: Timed, { day }: WallTime): boolean => {
  if (every === 'day') return true;
  const date = new Date(`${day}T00:00:00Z`);
  return every === 'week' ? (date.getUTCDay() || 7) === weekday : date.getUTCDate() === monthDay;
};

/**
 * The last time since then at which the schedule was due; undefined for none. If several were missed, one mail is sent. Pure.
 */
export function lastDue(
  schedule: Timed,
  zone: string,
  { since, now }: { since: Date; now: Date },
): Date | undefined {
  const from = Math.max(since.getTime() + 1, now.getTime() - LONGEST_MS);
  return wallTimes(schedule.at, zone, { from, to: now.getTime() + 1 }).findLast((time) =>
    isOn(schedule, time),
  )?.at;
}

/** When it is due next. Pure. */
export function nextDue(schedule: Timed, zone: string, now: Date): Date | undefined {
  const from = now.getTime() + 1;
  return wallTimes(schedule.at, zone, { from, to: from + LONGEST_MS }).find((time) => isOn(schedule, time))
    ?.at;
}
