import { expect, it } from 'vitest';
import { isComparisonInOrder, isDayRangeInOrder } from './day-range.ts';

it('a range is in order, and of ten years at most', () => {
  expect(isDayRangeInOrder({ from: '2016-11-26', until: '2026-11-25' })).toBe(true);
  expect(isDayRangeInOrder({ from: '2026-11-25', until: '2026-11-25' })).toBe(true);
  expect(isDayRangeInOrder({ from: '2026-11-25', until: '2026-11-24' })).toBe(false);
  expect(isDayRangeInOrder({ from: '1026-11-25', until: '2026-11-25' })).toBe(false);
  expect(isDayRangeInOrder({ from: '2016-11-25', until: '2026-12-25' })).toBe(false);
});

it('the days to compare with are both given or neither', () => {
  expect(isComparisonInOrder({})).toBe(true);
  expect(isComparisonInOrder({ before_from: '2026-11-01' })).toBe(false);
  expect(isComparisonInOrder({ before_from: '2026-11-02', before_until: '2026-11-01' })).toBe(false);
});
