import type { Reference } from '@trunkline/contract';

type Category = Reference['categories'][number];
type Subcategory = Reference['subcategories'][number];

/**
 * The categories for a ticket: those of its type and those of every type. The one that it has stays, also after the type
 * changed; without a type everything is there to choose.
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

/** The subcategories for a ticket: those of its category. The one that it has stays, also after it was moved elsewhere. */
export function subcategoriesOf(
  subcategories: readonly Subcategory[] | undefined,
  ticket: { category_id: number | null; subcategory_id: number | null },
): Subcategory[] {
  return (subcategories ?? []).filter(
    ({ id, category_id }) => category_id === ticket.category_id || id === ticket.subcategory_id,
  );
}
