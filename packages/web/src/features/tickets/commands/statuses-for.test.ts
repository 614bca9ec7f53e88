import { expect, it } from 'vitest';
import { statusesFor } from './statuses-for.ts';

const having =
  (...codes: string[]) =>
  (permission: string) =>
    codes.includes(permission);

it('offers the statuses that one may set, and reopening of what is over', () => {
  const all = having('TICKETS:EDIT', 'TICKETS:SOLVE');
  expect(statusesFor('open', all)).toEqual(['pending', 'on_hold', 'solved']);
  expect(statusesFor('solved', all)).toEqual(['open']);
  expect(statusesFor('open', having('TICKETS:EDIT'))).toEqual(['pending', 'on_hold']);
  expect(statusesFor('closed', having('TICKETS:EDIT'))).toEqual([]);
  expect(statusesFor('pending', having())).toEqual([]);
});
