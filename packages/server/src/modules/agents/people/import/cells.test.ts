import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../../../test/cpu-time.ts';
import { readCell } from './cells.ts';

const names = { levels: new Map(), departments: new Map(), skills: new Map([['latte: art', 4]]) };

it.each([
  ['Latte: art', 3],
  ['Latte: art : 5', 5],
  ['latte: art:1', 1],
])('the skill %j has the proficiency %i', (cell, proficiency) => {
  expect(readCell('skills', cell, names)).toEqual({ fields: { skills: [{ skill_id: 4, proficiency }] } });
});

it('a cell with very many spaces takes time in proportion to its length', async () => {
  const cell = `a${' '.repeat(1_000_000)}b: c`;
  expect(await cpuMsOf(() => readCell('skills', cell, names))).toBeLessThan(1000);
});

it.each(['username', 'fullname'] as const)('a %s is taken as the form takes it', (column) => {
  expect(readCell(column, '\u200bSam\u200b', names)).toEqual({ fields: { [column]: 'Sam' } });
  expect(readCell(column, '\u200b', names)).toEqual({ problem: 'invalid' });
});
