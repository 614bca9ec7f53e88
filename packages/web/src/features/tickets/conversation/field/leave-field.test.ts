import { expect, it, vi } from 'vitest';
import { leaveFieldOnEscape } from './leave-field.ts';

it.each([
  ['Escape', false, true],
  // During composition, in Japanese for example, Escape ends only the composition.
  ['Escape', true, false],
  ['Enter', false, false],
])('%s, composing %s, leaves the field: %s', (key, isComposing, expected) => {
  const blur = vi.fn();
  expect(leaveFieldOnEscape({ key, isComposing }, { blur })).toBe(expected);
  expect(blur).toHaveBeenCalledTimes(expected ? 1 : 0);
});
