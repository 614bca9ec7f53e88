/** What is measured, in the order in which it is drawn; bars are stacked from the first upwards. */
export type ChartSeries<Key extends string = string> = { key: Key; label: string };

/** One place on the horizontal axis. A value that is not known is left out of the picture and said to be missing in the table. */
export type ChartPoint<Key extends string = string> = {
  key: string;
  label: string;
  values: Partial<Record<Key, number | null>>;
};

export type ChartUnit = 'count' | 'fraction' | 'seconds';

type ChartKind = 'line' | 'bar' | 'stacked';

/** What a chart is given. */
export type ChartProps<Key extends string = string> = {
  kind: ChartKind;
  /** With the unit, as "Waiting time, minutes". */
  title: string;
  /** What the places on the horizontal axis are, as the head of their column in the table. */
  pointTitle: string;
  series: readonly ChartSeries<Key>[];
  points: readonly ChartPoint<Key>[];
  /** What is measured; things without it. */
  unit?: ChartUnit;
  format: (value: number) => string;
  /** Shows the records behind a value. */
  onOpen?: (point: ChartPoint<Key>, series: ChartSeries<Key>) => void;
  height?: number;
};

/** Colours of a chart that can be told apart by everybody, in both themes. */
const SERIES_COLORS = [1, 2, 3, 4, 5, 6].map((n) => `var(--series-${n})`);

/** The colour of a series by its place; after the last they begin again. */
export const seriesColor = (index: number): string => SERIES_COLORS[index % SERIES_COLORS.length] ?? '';

/** The sum of a series over all points. */
export const totalOf = <Key extends string>(points: readonly ChartPoint<Key>[], key: Key): number =>
  points.reduce((sum, { values }) => sum + (values[key] ?? 0), 0);

/** The last value of a series that is known. */
export const lastOf = <Key extends string>(
  points: readonly ChartPoint<Key>[],
  key: Key,
): number | undefined =>
  points.findLast(({ values }) => typeof values[key] === 'number')?.values[key] ?? undefined;

/** The largest value that is drawn; in a stack the largest sum of one place. */
export function peakOf<Key extends string>(
  points: readonly ChartPoint<Key>[],
  keys: readonly Key[],
  isStacked = false,
): number {
  const heights = points.map(({ values }) => {
    const all = keys.map((key) => values[key] ?? 0);
    return isStacked ? all.reduce((sum, each) => sum + each, 0) : Math.max(0, ...all);
  });
  return heights.reduce((peak, each) => Math.max(peak, each), 0);
}

const STEPS = [1, 2, 2.5, 5, 10];
const MINUTE = 60;
const HOUR = 3600;
/** Steps of seconds that people read as such. */
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 8, 24].map((hours) => hours * HOUR),
];
const PARTS = 4;

/** What is measured: things, parts of things or shares, or a length of time in seconds. */

/** The marks of a vertical axis from zero to above the peak: about four steps of a round size. */
export function axisMarks(peak: number, unit: ChartUnit): number[] {
  const step = stepOf(peak, unit);
  return Array.from({ length: Math.max(1, Math.ceil(peak / step - 1e-9)) + 1 }, (_, index) => index * step);
}

function stepOf(peak: number, unit: ChartUnit): number {
  const isWhole = unit !== 'fraction';
  const wanted = Math.max(peak, isWhole ? 1 : Number.EPSILON) / PARTS;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const fits = (step: number) => step * power >= wanted && (!isWhole || Number.isInteger(step * power));
  const time = unit === 'seconds' && TIME_STEPS.find((step) => step >= wanted);
  return time || Math.max((STEPS.find(fits) ?? 10) * power, isWhole ? 1 : 0);
}

/** How dark a cell is, from 0 (nothing) to 4 (within a fifth of the peak). */
export function shadeOf(value: number, peak: number): 0 | 1 | 2 | 3 | 4 {
  if (value <= 0 || peak <= 0) return 0;
  return Math.min(4, Math.ceil((value / peak) * 4)) as 1 | 2 | 3 | 4;
}

/** Where the labels of lines stand, from the top, so that no two lie on each other; in the order of the lines. */
export function spreadLabels(tops: readonly number[], gap: number, height: number): number[] {
  const order = tops.map((top, index) => ({ top, index })).toSorted((a, b) => a.top - b.top);
  let next = 0;
  const placed = order.map(({ top, index }) => {
    const at = Math.max(top, next);
    next = at + gap;
    return { at, index };
  });
  // What was pushed out at the bottom pushes the others up.
  let limit = height;
  for (const label of placed.toReversed()) {
    label.at = Math.min(label.at, limit);
    limit = label.at - gap;
  }
  return placed.toSorted((a, b) => a.index - b.index).map(({ at }) => at);
}
