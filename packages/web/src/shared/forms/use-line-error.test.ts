import { expect, it } from 'vitest';
import { isUnseen } from './use-line-error.ts';

it.each([
  ['', false],
  ['  ', false],
  ['\u200B', true],
  ['\u2060 \uFEFF', true],
  ['\u3164', true],
  ['Ana', false],
  ['\u200BAna', false],
  ['👩‍🚀', false],
])('knows a line that nobody can see: %j', (typed, isWrong) => expect(isUnseen(typed)).toBe(isWrong));
