import type { ViewSearch } from '@trunkline/contract';
import { type DeskChoice, writeDesk } from '../filters.ts';

/** The part of the URL that is saved as a view: all but the open ticket. */
export function searchOf(choice: DeskChoice): ViewSearch {
  const { id: _, ...search } = writeDesk(choice);
  return search;
}

/** Do both say the same list? */
export function isSameSearch(a: ViewSearch, b: ViewSearch): boolean {
  const said = (search: ViewSearch) =>
    JSON.stringify(Object.entries(search).toSorted(([x], [y]) => (x < y ? -1 : 1)));
  return said(a) === said(b);
}
