import type { ViewSearch } from '@trunkline/contract';
import { type DeskChoice, writeDesk } from '../filters.ts';

/** Returns the part of the address that is saved as a view: everything but the open ticket. */
export function searchOf(choice: DeskChoice): ViewSearch {
  const { id: _, ...search } = writeDesk(choice);
  return search;
}

/** Whether both describe the same list. */
export function isSameSearch(a: ViewSearch, b: ViewSearch): boolean {
  const serialized = (search: ViewSearch) =>
    JSON.stringify(Object.entries(search).toSorted(([x], [y]) => (x < y ? -1 : 1)));
  return serialized(a) === serialized(b);
}
