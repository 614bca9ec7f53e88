import { describe, expect, it } from 'vitest';
import {
  axisMarks,
  lastOf,
  peakOf,
  shadeOf,
  spreadLabels,
  totalOf,
  type ChartPoint,
  type ChartUnit,
} from './chart-data.ts';

const POINTS: ChartPoint<'in' | 'out'>[] = [
  { key: 'a', label: 'Mon', values: { in: 3, out: 9 } },
  { key: 'b', label: 'Tue', values: { in: 5, out: null } },
];

describe('the figures of a chart', () => {
  it('leave out what is not known', () => {
    expect([totalOf(POINTS, 'in'), totalOf(POINTS, 'out')]).toEqual([8, 9]);
    expect([lastOf(POINTS, 'in'), lastOf(POINTS, 'out')]).toEqual([5, 9]);
    expect(peakOf(POINTS, ['in', 'out'])).toBe(9);
    expect(peakOf(POINTS, ['in', 'out'], true)).toBe(12);
  });

  it('have an axis also where there is nothing', () => {
    expect(axisMarks(peakOf([], ['in']), 'count')).toEqual([0, 1]);
    expect(lastOf([], 'in')).toBeUndefined();
  });

  it.each<[number, ChartUnit, number[]]>([
    [3, 'count', [0, 1, 2, 3]],
    [9, 'count', [0, 5, 10]],
    [97, 'count', [0, 25, 50, 75, 100]],
    [100, 'count', [0, 25, 50, 75, 100]],
    [0.9, 'fraction', [0, 0.25, 0.5, 0.75, 1]],
    [1203, 'count', [0, 500, 1000, 1500]],
    [390, 'seconds', [0, 120, 240, 360, 480]],
    [7000, 'seconds', [0, 1800, 3600, 5400, 7200]],
    [2, 'seconds', [0, 1, 2]],
  ])('up to %d of %s stand at %j', (peak, unit, marks) => {
    expect(axisMarks(peak, unit)).toEqual(marks);
  });

  it.each([
    [0, 10, 0],
    [1, 10, 1],
    [5, 10, 2],
    [10, 10, 4],
    [3, 0, 0],
  ])('%d of at most %d is shade %d', (value, peak, shade) => {
    expect(shadeOf(value, peak)).toBe(shade);
  });
});

describe('labels beside lines', () => {
  it('stand where the lines end, and apart', () => {
    expect(spreadLabels([10, 12, 80], 16, 200)).toEqual([10, 26, 80]);
  });

  it('keep within the picture', () => {
    expect(spreadLabels([195, 198], 16, 200)).toEqual([184, 200]);
  });
});
