import type { CalendarDefinition } from './calendar.ts';

const MINUTE_MS = 60_000;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Computes the local time of every single minute: slow, but simple enough to check the fast version against. */
export function slowCalendar({ timeZone, week, exceptions }: CalendarDefinition) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });

  function isOpenAt(at: number): boolean {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const monthAndDay = `${parts.get('month')}-${parts.get('day')}`;
    const date = `${parts.get('year')}-${monthAndDay}`;
    const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
    const exception =
      exceptions.find((one) => !one.isYearly && one.date === date) ??
      exceptions.find((one) => one.isYearly && one.date.endsWith(monthAndDay));
    const periods = exception?.periods ?? week[WEEKDAYS.indexOf(parts.get('weekday') ?? '')] ?? [];
    return periods.some((period) => period.from_minute <= minute && minute < period.to_minute);
  }

  return {
    isOpenAt,

    workingTimeBetween(from: number, to: number): number {
      let sum = 0;
      for (let at = from; at < to; at += MINUTE_MS) if (isOpenAt(at)) sum += MINUTE_MS;
      return sum;
    },

    /** The end of the minute in which `ms` of working time is reached, if that is before `until`. */
    addWorkingTime(from: number, ms: number, until: number): number | undefined {
      let left = ms;
      for (let at = from; at < until; at += MINUTE_MS) {
        if (isOpenAt(at)) left -= MINUTE_MS;
        if (left <= 0) return at + MINUTE_MS;
      }
      return undefined;
    },

    nextOpening(from: number, until: number): number | undefined {
      for (let at = from; at < until; at += MINUTE_MS) if (isOpenAt(at)) return at;
      return undefined;
    },
  };
}
