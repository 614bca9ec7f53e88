import { REPORTS } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { codedSubject } from './subject-words.ts';

it('an exported report is called like its page', () => {
  for (const { code, module } of Object.values(REPORTS))
    expect(codedSubject(`report ${code}`)).toEqual({ page: module });
});

it.each(['report', 'report toString', 'report of_an_older_version', 'user 5'])(
  '%j is no code that has a page',
  (subject) => {
    expect(codedSubject(subject)).toBeUndefined();
  },
);

it.each(['service level', 'adherence'])('a change of the %s is told by its first day', (about) => {
  expect(codedSubject(`${about} from 2026-11-27`)).toEqual({ from: '2026-11-27' });
});
