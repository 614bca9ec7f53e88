import type { Reference } from '@trunkline/contract';

type Category = Reference['categories'][number];
type Subcategory = Reference['subcategories'][number];

/**
 * Returns the categories for a ticket: those of its type, and those without a type. Its present category stays, even
 * after the type was changed; without a type all are offered.
 */
export function categoriesOf(
  categories: readonly Category[] | undefined,
  ticket: { type_id: number | null; category_id: number | null },
): Category[] {
  return (categories ?? []).filter(
    ({ id, type_id }) =>
      type_id === null || ticket.type_id === null || type_id === ticket.type_id || id === ticket.category_id,
  );
}

/** Returns the subcategories for a ticket: those of its category. Its present one stays, even if it was moved to another category. */
export function subcategoriesOf(
  subcategories: readonly Subcategory[] | undefined,
  ticket: { category_id: number | null; subcategory_id: number | null },
): Subcategory[] {
  return (subcategories ?? []).filter(
    ({ id, category_id }) => category_id === ticket.category_id || id === ticket.subcategory_id,
  );
}
