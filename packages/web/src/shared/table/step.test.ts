import { expect, it } from 'vitest';
import { stepFrom } from './step.ts';

it.each([
  ['down', 2, 1, 3],
  ['up', 2, -1, 1],
  ['not beyond the end', 4, 1, 4],
  ['not beyond the top', 0, -1, 0],
  ['from nowhere to the top', -1, 1, 0],
])('steps %s', (_, index, by, to) => {
  expect(stepFrom(index, by, 5)).toBe(to);
});
