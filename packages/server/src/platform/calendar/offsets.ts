/** A span in which local time differs from UTC by the same `offset`. All in milliseconds. */
export type OffsetSpan = { from: number; to: number; offset: number };

/** How often the offset is checked: the closest two changes of one zone since 1970 are a week apart (Recife 2000). */
const LOOK_MS = 3 * 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const known = new Map<string, readonly OffsetSpan[]>();
/** How many years of zones are cached; each is a handful of numbers. */
const KEPT = 5000;

/** The spans of a zone from one moment to another, in order and without a gap. */
export function* offsetSpansOf(zone: string, from: number, to: number): Generator<OffsetSpan> {
  for (let year = new Date(from).getUTCFullYear(); Date.UTC(year, 0) < to; year += 1) {
    for (const stretch of stretchesInYear(zone, year)) {
      if (stretch.to <= from) continue;
      if (stretch.from >= to) return;
      yield {
        from: Math.max(from, stretch.from),
        to: Math.min(to, stretch.to),
        offset: stretch.offset,
      };
    }
  }
}

function stretchesInYear(zone: string, year: number): readonly OffsetSpan[] {
  const key = `${zone} ${year}`;
  const before = known.get(key);
  if (before) return before;
  const stretches = findStretches(zone, Date.UTC(year, 0), Date.UTC(year + 1, 0));
  if (known.size >= KEPT) known.clear();
  known.set(key, stretches);
  return stretches;
}

/** Checks the offset every few days, and finds a change between two checks by bisection. */
function findStretches(zone: string, start: number, end: number): OffsetSpan[] {
  const stretches: OffsetSpan[] = [];
  let from = start;
  let offset = offsetAt(zone, start);
  for (let at = start; at < end; at = Math.min(at + LOOK_MS, end)) {
    const next = Math.min(at + LOOK_MS, end);
    const after = offsetAt(zone, next);
    if (after === offset) continue;
    const change = changeBetween(zone, at, next);
    stretches.push({ from, to: change, offset });
    from = change;
    offset = after;
  }
  if (from < end) stretches.push({ from, to: end, offset });
  return stretches;
}

/** The first moment with the later offset, to the second, since no zone has changed within a second. */
function changeBetween(zone: string, from: number, to: number): number {
  const before = offsetAt(zone, from);
  let low = from / 1000;
  let high = to / 1000;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle * 1000) === before) low = middle;
    else high = middle;
  }
  return high * 1000;
}

/** How far local time is ahead of UTC at a full second. */
function offsetAt(zone: string, at: number): number {
  const parts = new Map<string, number>();
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts.set(type, Number(value));
  const part = (type: string) => parts.get(type) ?? 0;
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - at;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const before = formats.get(zone);
  if (before) return before;
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
