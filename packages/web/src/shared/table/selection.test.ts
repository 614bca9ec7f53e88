import { expect, it } from 'vitest';
import { NONE_SELECTED, withRange, withToggled } from './selection.ts';

const rows = [5, 4, 3, 2, 1].map((id) => ({ id }));
const idsOf = ({ ids }: typeof NONE_SELECTED) => [...ids].toSorted((a, b) => a - b);

it('chooses a row, and lets it go again', () => {
  const one = withToggled(NONE_SELECTED, 4);
  expect(idsOf(one)).toEqual([4]);
  expect(idsOf(withToggled(one, 4))).toEqual([]);
});

it('chooses from the row that was chosen last up to this one, in either direction', () => {
  const one = withToggled(NONE_SELECTED, 4);
  expect(idsOf(withRange(one, { id: 2, rows }))).toEqual([2, 3, 4]);
  expect(idsOf(withRange(one, { id: 5, rows }))).toEqual([4, 5]);
});

it('goes on from where the range began', () => {
  const range = withRange(withToggled(NONE_SELECTED, 3), { id: 1, rows });
  expect(idsOf(withRange(range, { id: 4, rows }))).toEqual([1, 2, 3, 4]);
});

it('begins a range where the cursor is, and without one with the row itself', () => {
  expect(idsOf(withRange(NONE_SELECTED, { id: 3, rows, first: 4 }))).toEqual([3, 4]);
  expect(idsOf(withRange(NONE_SELECTED, { id: 3, rows }))).toEqual([3]);
});

it('chooses only this one when where the range began has left the list', () => {
  const gone = withToggled(NONE_SELECTED, 9);
  const next = withRange(gone, { id: 3, rows });
  expect(idsOf(next)).toEqual([3, 9]);
  expect(next.anchor).toBe(3);
});

it('means no longer all of the list once a single row changes', () => {
  expect(withToggled({ ids: new Set([1, 2]), all: true, anchor: null }, 2)).toEqual({
    ids: new Set([1]),
    all: false,
    anchor: 2,
  });
});
