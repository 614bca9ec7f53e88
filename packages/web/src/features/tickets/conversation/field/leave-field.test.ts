import { expect, it, vi } from 'vitest';
import { leaveFieldOnEscape } from './leave-field.ts';

it.each([
  ['Escape', false, true],
  // It ends what is being composed, of Japanese say.
  ['Escape', true, false],
  ['Enter', false, false],
])('%s, composing %s, leaves the field: %s', (key, isComposing, expected) => {
  const blur = vi.fn();
  expect(leaveFieldOnEscape({ key, isComposing }, { blur })).toBe(expected);
  expect(blur).toHaveBeenCalledTimes(expected ? 1 : 0);
});
