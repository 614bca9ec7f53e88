/** A series of a chart. They are drawn in this order; bars are stacked from the first upwards. */
export type ChartSeries<Key extends string = string> = {
  key: Key;
  label: string;
  /** What is said beside the name instead of the sum of the points, where these overlap or are not all; null where there is no figure. */
  total?: number | null;
};

/** One position on the horizontal axis. An unknown value is left out of the picture and shown as missing in the table. */
export type ChartPoint<Key extends string = string> = {
  key: string;
  label: string;
  values: Partial<Record<Key, number | null>>;
};

export type ChartUnit = 'count' | 'fraction' | 'seconds';

type ChartKind = 'line' | 'bar' | 'stacked';

/** Properties of every chart. */
export type ChartProps<Key extends string = string> = {
  kind: ChartKind;
  /** Includes the unit, as in "Waiting time, minutes". */
  title: string;
  /** Column head of the horizontal positions in the table. */
  pointTitle: string;
  series: readonly ChartSeries<Key>[];
  points: readonly ChartPoint<Key>[];
  /** How values are scaled; `count` by default. */
  unit?: ChartUnit;
  format: (value: number) => string;
  /** Opens the records behind a value. */
  onOpen?: (point: ChartPoint<Key>, series: ChartSeries<Key>) => void;
  height?: number;
};

/** Series colours that people with colour-blindness can tell apart, in both themes. */
const SERIES_COLORS = [1, 2, 3, 4, 5, 6].map((n) => `var(--series-${n})`);

/** The colour of a series by its index; after the last colour they begin again. */
export const seriesColor = (index: number): string => SERIES_COLORS[index % SERIES_COLORS.length] ?? '';

/** Returns the sum of a series over all points. */
export const totalOf = <Key extends string>(points: readonly ChartPoint<Key>[], key: Key): number =>
  points.reduce((sum, { values }) => sum + (values[key] ?? 0), 0);

/** Returns the last known value of a series. */
export const lastOf = <Key extends string>(
  points: readonly ChartPoint<Key>[],
  key: Key,
): number | undefined =>
  points.findLast(({ values }) => typeof values[key] === 'number')?.values[key] ?? undefined;

/** Returns the largest drawn value; for stacked bars the largest sum of one point. */
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
/** Axis steps in seconds that make round times. */
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 8, 24].map((hours) => hours * HOUR),
];
const PARTS = 4;

/** What is measured: things, parts of things or shares, or a length of time in seconds. */

/** Returns the marks of a vertical axis from zero to above the peak: about four round steps. */
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

/** Returns the shade of a heat map cell, from 0 (nothing) to 4 (within a fifth of the peak). */
export function shadeOf(value: number, peak: number): 0 | 1 | 2 | 3 | 4 {
  if (value <= 0 || peak <= 0) return 0;
  return Math.min(4, Math.ceil((value / peak) * 4)) as 1 | 2 | 3 | 4;
}

/** Returns positions from the top for labels of lines, so that none overlap; in the order of the lines. */
export function spreadLabels(tops: readonly number[], gap: number, height: number): number[] {
  const order = tops.map((top, index) => ({ top, index })).toSorted((a, b) => a.top - b.top);
  let next = 0;
  const placed = order.map(({ top, index }) => {
    const at = Math.max(top, next);
    next = at + gap;
    return { at, index };
  });
  // Labels pushed out at the bottom push the others up.
  let limit = height;
  for (const label of placed.toReversed()) {
    label.at = Math.min(label.at, limit);
    limit = label.at - gap;
  }
  return placed.toSorted((a, b) => a.index - b.index).map(({ at }) => at);
}
