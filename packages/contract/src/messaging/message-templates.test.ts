import { expect, it } from 'vitest';
import { templateValueProblem } from './message-templates.ts';

it.each([
  [undefined, 'missing'],
  ['', 'missing'],
  ['      ', 'missing'],
  ['Jalan Contoh 5     (behind the school)', 'spaces'],
  ['Jalan Contoh 5    (behind the school)', null],
  ['     Rina      ', null],
])('a value of %j has the problem %s', (value, problem) => {
  expect(templateValueProblem(value)).toBe(problem);
});
