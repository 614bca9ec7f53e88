import { expect, it } from 'vitest';
import { levelIn } from './log.ts';

it('says nothing of an ordinary start, unless it is asked to', () => {
  expect(levelIn({})).toBe('warn');
  expect(levelIn({ LOG_LEVEL: '' })).toBe('warn');
  expect(levelIn({ LOG_LEVEL: 'info' })).toBe('info');
});
