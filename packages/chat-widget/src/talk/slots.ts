/** When somebody may be called back: days, and times of a day, of the visitor's own clock. Pure. */
const DAYS = 7;
const FIRST_HOUR = 8;
const LAST_HOUR = 20;
const STEP_MINUTES = 30;
/** Sooner than that is as soon as possible. */
const AHEAD_MS = 10 * 60_000;

/** The days from today on that still have a time to choose, each at its midnight. */
export function daysFrom(now: Date): Date[] {
  const days = Array.from(
    { length: DAYS + 1 },
    (_, ahead) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead),
  );
  return days.filter((day) => timesOf(day, now).length > 0).slice(0, DAYS);
}

/** The times of a day that are still to come. */
export function timesOf(day: Date, now: Date): Date[] {
  const count = ((LAST_HOUR - FIRST_HOUR) * 60) / STEP_MINUTES + 1;
  return Array.from(
    { length: count },
    // Counted in the clock's own hours, so that a day on which the clock changes has its times all the same.
    (_, step) => new Date(day.getFullYear(), day.getMonth(), day.getDate(), FIRST_HOUR, step * STEP_MINUTES),
  ).filter((time) => time.getTime() - now.getTime() >= AHEAD_MS);
}
