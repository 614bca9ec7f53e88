import { expect, it } from 'vitest';
import { changeOf, figureText, lengthText } from './figure-text.ts';

it.each([
  [45, '45 s'],
  [160, '2 min 40 s'],
  [3540, '59 min'],
  [7260, '2 h 1 min'],
  [5 * 86_400 + 5400, '5 d 1 h'],
])('%i seconds are read as %s', (seconds, text) => {
  expect(lengthText(seconds)).toBe(text);
});

it('what there is nothing to reckon from is a dash, and 0 is 0', () => {
  expect(figureText('tickets_created', 0)).toBe('0');
  expect(figureText('resolution_median_seconds', null)).toBe('–');
  expect(figureText('first_reply_sla_ratio', 0.819)).toBe('81.9%');
});

it('shares are compared by their difference, and nothing is compared with nothing', () => {
  expect(changeOf('tickets_created', 30, 20)).toBe(0.5);
  expect(changeOf('first_reply_sla_ratio', 0.75, 0.5)).toBe(0.25);
  expect(changeOf('tickets_created', 30, 0)).toBe(null);
  expect(changeOf('resolution_median_seconds', null, 20)).toBe(null);
});
