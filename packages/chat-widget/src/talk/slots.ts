/** Times to offer for a call-back: days and hours in the visitor's own time zone. Pure. */
const DAYS = 7;
const FIRST_HOUR = 8;
const LAST_HOUR = 20;
const STEP_MINUTES = 30;
/** The least notice; an earlier call-back is "as soon as possible". */
const AHEAD_MS = 10 * 60_000;

/** Returns the days from today on that still have a time to choose, each as its midnight. */
export function daysFrom(now: Date): Date[] {
  const days = Array.from(
    { length: DAYS + 1 },
    (_, ahead) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead),
  );
  return days.filter((day) => timesOf(day, now).length > 0).slice(0, DAYS);
}

/** Returns the times of a day that are still ahead. */
export function timesOf(day: Date, now: Date): Date[] {
  const count = ((LAST_HOUR - FIRST_HOUR) * 60) / STEP_MINUTES + 1;
  return Array.from(
    { length: count },
    // Computed in local hours, so that days with a change of daylight saving have the same times.
    (_, step) => new Date(day.getFullYear(), day.getMonth(), day.getDate(), FIRST_HOUR, step * STEP_MINUTES),
  ).filter((time) => time.getTime() - now.getTime() >= AHEAD_MS);
}
