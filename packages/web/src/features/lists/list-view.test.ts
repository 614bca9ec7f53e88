import { LISTS, type ListRow } from '@trunkline/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveInPages, nextSort, predecessorFor, viewOf } from './list-view.ts';

const aRow = (id: number): ListRow => ({
  id,
  version: 1,
  position: id,
  is_active: true,
  is_used: false,
  values: { name: `row ${id}` },
});

it('shows what the address asks for, and leaves out what this list does not have', () => {
  expect(
    viewOf(LISTS.types, { q: 'a', sort: 'name', direction: 'desc', status: 'active', within: 3 }),
  ).toEqual({
    q: 'a',
    status: 'active',
    within: undefined,
    sort: 'name',
    direction: 'desc',
  });
  const odd = viewOf(LISTS.subcategories, { sort: 'password', status: 'odd', direction: 'desc', within: 3 });
  expect(odd).toEqual({ q: '', status: 'all', within: 3, sort: 'position', direction: 'asc' });
  // Long texts are not sortable.
  expect(viewOf(LISTS.templates, { sort: 'body' }).sort).toBe('position');
});

it('sorts up, then down, then in the list’s own order again', () => {
  const view = viewOf(LISTS.types, {});
  const up = nextSort(view, 'name');
  const down = nextSort(viewOf(LISTS.types, up), 'name');
  expect([up, down, nextSort(viewOf(LISTS.types, down), 'name')]).toEqual([
    { sort: 'name' },
    { sort: 'name', direction: 'desc' },
    {},
  ]);
});

describe('a row that is dropped on another one', () => {
  it('stands where that one stood, upwards and downwards', () => {
    const rows = [1, 2, 3, 4].map(aRow);
    expect(predecessorFor(rows, 1, 3)).toBe(3);
    expect(predecessorFor(rows, 4, 2)).toBe(1);
    expect(predecessorFor(rows, 3, 1)).toBeNull();
  });

  it('takes its place at once, across pages, and no row is lost', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(11), fc.nat(11), (size, a, b) => {
        const rows = Array.from({ length: 12 }, (_, index) => aRow(index + 1));
        const pages = [rows.slice(0, size), rows.slice(size)].map((data) => ({
          data,
          next: null,
          total: 12,
        }));
        const [id, over] = [rows[a]!.id, rows[b]!.id];
        const moved = moveInPages(
          { pages, pageParams: [] },
          id,
          id === over ? (rows[a - 1]?.id ?? null) : predecessorFor(rows, id, over),
        );
        const ids = moved.pages.flatMap(({ data }) => data.map((row) => row.id));
        expect(ids.indexOf(id)).toBe(b);
        expect(ids.toSorted((x, y) => x - y)).toEqual(rows.map((row) => row.id));
        expect(moved.pages.map(({ data }) => data.length)).toEqual(pages.map(({ data }) => data.length));
      }),
    );
  });
});
