import { expect, it } from 'vitest';
import { categoriesOf, subcategoriesOf } from './categories.ts';

const category = (id: number, type_id: number | null) => ({ id, type_id, name: `${id}`, is_active: true });
const all = [category(1, null), category(2, 10), category(3, 20)];
const idsFor = (type_id: number | null, category_id: number | null) =>
  categoriesOf(all, { type_id, category_id }).map(({ id }) => id);

it('offers the categories of the ticket’s type, and those of every type', () => {
  expect(idsFor(10, null)).toEqual([1, 2]);
  expect(idsFor(null, null)).toEqual([1, 2, 3]);
});

it('keeps the category that the ticket has', () => {
  expect(idsFor(10, 3)).toEqual([1, 2, 3]);
});

it('keeps a subcategory on its ticket that was moved to another category', () => {
  const subcategories = [4, 5, 6].map((id) => ({
    id,
    category_id: id > 4 ? 2 : 1,
    name: `${id}`,
    is_active: true,
  }));
  const idsOn = (subcategory_id: number | null) =>
    subcategoriesOf(subcategories, { category_id: 1, subcategory_id }).map(({ id }) => id);
  expect([idsOn(null), idsOn(6)]).toEqual([[4], [4, 6]]);
});
