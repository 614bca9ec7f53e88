import { expect, it } from 'vitest';
import { createWatchList } from './watch-list.ts';

it('is told once per topic, however many watch it', () => {
  const list = createWatchList();
  expect(list.add('tickets')).toBe(true);
  expect(list.add('tickets')).toBe(false);
  expect(list.add('ticket:7')).toBe(true);
  expect(list.topics()).toEqual(['tickets', 'ticket:7']);
  expect(list.remove('tickets')).toBe(false);
  expect(list.remove('tickets')).toBe(true);
  expect(list.remove('tickets')).toBe(false);
  expect(list.topics()).toEqual(['ticket:7']);
});
