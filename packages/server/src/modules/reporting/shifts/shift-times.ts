import type { PlannedShift } from '@trunkline/contract';

/** In minutes of local time since the beginning of the day on which the shift begins. */
export type MinuteSpan = { start: number; end: number };
export type ShiftMinutes = MinuteSpan & { breaks: MinuteSpan[] };

const DAY = 24 * 60;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * The times of a shift within its day and the next. Undefined where it has no length, or breaks are outside of it or overlap.
 * Pure.
 */
export function shiftMinutes({ start, end, breaks }: PlannedShift): ShiftMinutes | undefined {
  const from = minutesOf(start);
  const until = after(from, minutesOf(end));
  if (until - from >= DAY) return undefined;
  const own = breaks
    .map((one) => {
      const begins = minutesOf(one.start);
      const at = begins < from ? begins + DAY : begins;
      return { start: at, end: after(at, minutesOf(one.end)) };
    })
    .toSorted((a, b) => a.start - b.start);
  const areApart = own.every((one, index) => one.start >= (own[index - 1]?.end ?? from) && one.end <= until);
  return areApart ? { start: from, end: until, breaks: own } : undefined;
}

/** The first time after `from` at which local time is `minutes`. */
function after(from: number, minutes: number): number {
  let at = minutes;
  while (at <= from) at += DAY;
  return at;
}

/** Parses `12:00-13:00 15:00-15:15`; undefined where it is invalid. Pure. */
export function breaksIn(text: string): PlannedShift['breaks'] | undefined {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const spans = parts.map((part) => /^(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})$/.exec(part));
  return spans.every((span) => span !== null)
    ? spans.map(([, start = '', end = '']) => ({ start: start.padStart(5, '0'), end: end.padStart(5, '0') }))
    : undefined;
}
