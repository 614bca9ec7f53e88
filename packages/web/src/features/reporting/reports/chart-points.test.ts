import type { ReportRow } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { chartPoints } from './chart-points.ts';

const row = (key: string, received: number, name: string | null = key): ReportRow => ({
  key,
  name,
  is_left: false,
  figures: { messages_received: received },
});
const pointsOf = (
  grouping: 'day' | 'hour' | 'agent',
  rows: ReportRow[],
  {
    from = '2026-11-23',
    until = '2026-11-25',
    total = 99,
  }: { from?: string; until?: string; total?: number | null } = {},
) =>
  chartPoints({
    report: { from, until, rows, total: { messages_received: total } },
    grouping,
    metrics: ['messages_received'],
    none: 'None',
  });
const barsOf = ({ points }: ReturnType<typeof chartPoints>) =>
  points.map(({ key, values }) => [key, values['messages_received']]);

it('days without records stand between those that have some', () => {
  expect(barsOf(pointsOf('day', [row('2026-11-23', 4), row('2026-11-25', 2)]))).toEqual([
    ['2026-11-23', 4],
    ['2026-11-24', 0],
    ['2026-11-25', 2],
  ]);
});

it('many days are added up by week, and none of them is left out', () => {
  const found = pointsOf('day', [row('2026-09-01', 4), row('2026-09-03', 1), row('2026-11-25', 2)], {
    from: '2026-01-01',
  });
  expect(found.per).toBe('week');
  expect(found.points[0]).toMatchObject({ key: '2026-09-01', until: '2026-09-06' });
  expect(barsOf(found).reduce((sum, [, value]) => sum + Number(value), 0)).toBe(7);
});

it('a figure that does not exist under the filters has no bars', () => {
  const found = pointsOf('day', [row('2026-11-23', 0)], { total: null });
  expect(found.points.every(({ values }) => values['messages_received'] === null)).toBe(true);
});

it('hours are a whole day, and other rows the largest first, without those that count nothing', () => {
  expect(pointsOf('hour', [row('09', 3)]).points).toHaveLength(24);
  expect(barsOf(pointsOf('agent', [row('1', 1), row('2', 5), row('', 0, null)]))).toEqual([
    ['2', 5],
    ['1', 1],
  ]);
});
