import { expect, it } from 'vitest';
import { figureChange } from '#shared/charts/figure-change.ts';
import { figureText } from './figure-text.ts';

it('what there is nothing to reckon from is a dash, and 0 is 0', () => {
  expect(figureText('tickets_created', 0)).toBe('0');
  expect(figureText('resolution_median_seconds', null)).toBe('–');
  expect(figureText('first_reply_sla_ratio', 0.819)).toBe('81.9%');
});

it('shares are compared by their difference, and nothing is compared with nothing', () => {
  expect(figureChange('tickets_created', 30, 20)).toBe(0.5);
  expect(figureChange('first_reply_sla_ratio', 0.75, 0.5)).toBe(0.25);
  expect(figureChange('tickets_created', 30, 0)).toBe(null);
  expect(figureChange('resolution_median_seconds', null, 20)).toBe(null);
});
