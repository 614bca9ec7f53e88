import { expect, it } from 'vitest';
import { passwordProblem } from './password-check.ts';

const good = { current: 'old one here', next: 'a whole new one', repeat: 'a whole new one' };
const rule = { min: 10, withCurrent: true };

it.each([
  ['accepts a good one', good, null],
  ['wants the present one', { ...good, current: '' }, 'current'],
  ['wants enough characters', { ...good, next: 'short', repeat: 'short' }, 'next'],
  ['wants another than the present one', { ...good, next: good.current, repeat: good.current }, 'next'],
  ['wants the same twice', { ...good, repeat: 'a whole new two' }, 'repeat'],
])('%s', (_, entry, field) => {
  expect(passwordProblem(entry, rule)?.field ?? null).toBe(field);
});

it('counts characters, not code units', () => {
  expect(
    passwordProblem({ current: '', next: '🙂🙂🙂🙂🙂', repeat: '🙂🙂🙂🙂🙂' }, { min: 6, withCurrent: false })
      ?.key,
  ).toBe('failed.weak.too_short');
});
