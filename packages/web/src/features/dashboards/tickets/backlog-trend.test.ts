import type { TicketDashboard } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { backlogTrend } from './backlog-trend.ts';

const of = (start: number, end: number, days: number) =>
  backlogTrend({
    total: { backlog_start: start, backlog_end: end } as TicketDashboard['total'],
    days: Array.from({ length: days }, (_, n) => ({
      day: `2026-11-0${n + 1}`,
      starts_at: '',
      created: 0,
      solved: 0,
    })),
  });

it('a backlog that shrinks is cleared some day, one that grows is not', () => {
  expect(of(100, 90, 5)).toEqual({ perDay: -2, daysToClear: 45 });
  expect(of(10, 17, 7)).toEqual({ perDay: 1, daysToClear: null });
  expect(of(10, 10, 7)).toEqual({ perDay: 0, daysToClear: null });
  expect(of(3, 0, 2)).toEqual({ perDay: -1.5, daysToClear: 0 });
  expect(of(3, 0, 0)).toBeUndefined();
});
