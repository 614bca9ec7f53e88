import { expect, it } from 'vitest';
import { arrangeHeldRows, holdOrder } from './held-order.ts';

const row = (id: number, minute: number) => ({ id, minute });
const fresh = ({ minute }: { minute: number }) => minute;
const shown = [row(3, 30), row(2, 20), row(1, 10)];
const held = holdOrder(shown, fresh);
const arranged = (live: typeof shown) => {
  const { rows, waiting } = arrangeHeldRows(live, held, fresh);
  return { ids: rows.map(({ id }) => id), waiting };
};

it('shows the live order when nothing is held', () => {
  const live = [row(9, 40), ...shown];
  expect(arrangeHeldRows(live, null, fresh)).toEqual({ rows: live, waiting: 0 });
});

it('lets new rows wait instead of pushing the others down', () => {
  expect(arranged([row(9, 40), row(8, 35), ...shown])).toEqual({ ids: [3, 2, 1], waiting: 2 });
});

it('keeps a row where it is when a message would move it up, with its new content', () => {
  const live = [row(1, 50), row(3, 30), row(2, 20)];
  expect(arranged(live)).toEqual({ ids: [3, 2, 1], waiting: 1 });
  expect(arrangeHeldRows(live, held, fresh).rows[2]?.minute).toBe(50);
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

it('follows the list when none of the rows that were held is left', () => {
  expect(arranged([row(9, 40), row(8, 35)])).toEqual({ ids: [9, 8], waiting: 0 });
});
