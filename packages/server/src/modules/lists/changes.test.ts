import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldsChangedSince, rowDifferences, moveIdAfter, predecessor, withFields } from './changes.ts';

const row = {
  id: 1,
  version: 1,
  position: 1,
  is_used: false,
  values: { name: 'Order', type_id: null },
  is_active: true,
};

it('records the fields that differ, and nothing where none does', () => {
  expect(rowDifferences(row, { values: { name: 'Orders', type_id: null }, is_active: false })).toEqual({
    before: { name: 'Order', is_active: true },
    after: { name: 'Orders', is_active: false },
  });
  expect(rowDifferences(row, row)).toBeNull();
});

it('puts fields back, the state among them, and leaves what the list does not have', () => {
  expect(withFields(row, { name: 'Old', is_active: false, gone: 1 })).toEqual({
    values: { name: 'Old', type_id: null },
    is_active: false,
  });
});

it('notices what was changed after a change', () => {
  expect(fieldsChangedSince(row, { name: 'Order', is_active: true })).toEqual([]);
  expect(fieldsChangedSince(row, { name: 'Orders', position: 4 })).toEqual(['name']);
});

it('moves a row behind another one, and a move back undoes it', () => {
  const lists = fc.uniqueArray(fc.nat(50), { minLength: 2, maxLength: 10 });
  fc.assert(
    fc.property(lists, fc.nat(), fc.nat(), (ids, a, b) => {
      const id = ids[a % ids.length] ?? 0;
      const after = [null, ...ids.filter((other) => other !== id)][b % ids.length] ?? null;
      const moved = moveIdAfter(ids, id, after);
      expect(predecessor(moved, id)).toBe(after);
      expect(moveIdAfter(moved, id, predecessor(ids, id))).toEqual(ids);
    }),
  );
});
