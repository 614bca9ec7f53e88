import type { Ticket } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { arrange, holdOrder } from './held-order.ts';

const at = (minute: number) => `2026-11-20T08:${String(minute).padStart(2, '0')}:00.000Z`;
const row = (id: number, minute: number) => ({ id, last_message_at: at(minute) }) as Ticket;
const shown = [row(3, 30), row(2, 20), row(1, 10)];
const arranged = (live: typeof shown) => {
  const { rows, waiting } = arrange(live, holdOrder(shown));
  return { ids: rows.map(({ id }) => id), waiting };
};

it('shows the live order when nothing is held', () => {
  expect(arrange([row(9, 40), ...shown], null)).toMatchObject({
    waiting: 0,
    rows: [{ id: 9 }, { id: 3 }, { id: 2 }, { id: 1 }],
  });
});

it('lets new rows wait instead of pushing the others down', () => {
  expect(arranged([row(9, 40), row(8, 35), ...shown])).toEqual({ ids: [3, 2, 1], waiting: 2 });
});

it('keeps a row where it is when a message would move it up, with its new content', () => {
  const live = [row(1, 50), row(3, 30), row(2, 20)];
  expect(arranged(live)).toEqual({ ids: [3, 2, 1], waiting: 1 });
  expect(arrange(live, holdOrder(shown)).rows[2]?.last_message_at).toBe(at(50));
});

it('does not count a row that would stay where it is', () => {
  expect(arranged([row(3, 45), row(2, 20), row(1, 10)])).toEqual({ ids: [3, 2, 1], waiting: 0 });
});

it('takes a row away at once when it left the list', () => {
  expect(arranged([row(3, 30), row(1, 10)])).toEqual({ ids: [3, 1], waiting: 0 });
});

it('appends an older page that was fetched while scrolling', () => {
  expect(arranged([...shown, row(0.5, 5)])).toEqual({ ids: [3, 2, 1, 0.5], waiting: 0 });
});
