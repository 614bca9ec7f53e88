import { expect, it } from 'vitest';
import { metricDuration } from './metric-duration.ts';

it('sums of work are in hours, what a case took in days', () => {
  expect(metricDuration('signed_in_seconds', 28 * 3600 + 300)).toBe('28 h 5 min');
  expect(metricDuration('resolution_p90_seconds', 28 * 3600 + 300)).toBe('1 d 4 h');
  expect(metricDuration('mean_break_seconds', 836)).toBe('13 min 56 s');
});
