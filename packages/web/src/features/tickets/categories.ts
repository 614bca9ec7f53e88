import type { Reference } from '@trunkline/contract';

type Category = Reference['categories'][number];

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
