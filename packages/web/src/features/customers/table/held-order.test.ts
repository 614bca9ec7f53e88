import { expect, it } from 'vitest';
import { heldOrder } from './held-order.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id }));

it('keeps places, lets new ones wait, and shows what was loaded behind', () => {
  expect(heldOrder(rows(9, 3, 1, 2, 4), [1, 2, 3])).toEqual(rows(1, 2, 3, 4));
});

it('drops rows that have gone', () => {
  expect(heldOrder(rows(1, 3), [1, 2, 3])).toEqual(rows(1, 3));
});
