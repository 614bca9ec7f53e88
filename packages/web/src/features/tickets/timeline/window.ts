import type { Customer, Ticket } from '@trunkline/contract';
import {
  compareSortPositions,
  type ListFilter,
  matches,
  type SortPosition,
  sortPositionOf,
} from '../filters.ts';

/** A page of the list with the sort position of its last row when it was fetched, after which the next page begins. */
export type ListPage = { data: Ticket[]; next: string | null; edge: SortPosition | null };
export type ListWindow = { pages: ListPage[] };

/** Returns a fetched page with the sort position of its last row. */
export function pageOf(answer: { data: Ticket[]; next: string | null }, sort: ListFilter['sort']): ListPage {
  const last = answer.data.at(-1);
  return { ...answer, edge: last && answer.next !== null ? sortPositionOf(last, sort) : null };
}

/**
 * Returns all rows once, in order. Pages that were fetched while rows moved may overlap or be out of order; the newest
 * state of a row counts.
 */
export function rowsOf(window: ListWindow, sort: ListFilter['sort']): Ticket[] {
  const newest = new Map<number, Ticket>();
  for (const row of window.pages.flatMap((page) => page.data)) {
    const known = newest.get(row.id);
    if (!known || known.revision < row.revision) newest.set(row.id, row);
  }
  return [...newest.values()].toSorted((a, b) =>
    compareSortPositions(sortPositionOf(a, sort), sortPositionOf(b, sort), sort),
  );
}

/** Returns the window with a changed ticket inserted, moved or removed; the same window when nothing changes. */
export function placeTicket<W extends ListWindow>(
  window: W,
  changed: Ticket,
  filter: ListFilter,
  me: number,
): W {
  const held = window.pages.flatMap((page) => page.data).filter((row) => row.id === changed.id);
  const ticket = held.reduce((newest, row) => (row.revision > newest.revision ? row : newest), changed);
  if (held.length === 1 && held[0] === ticket) return window;
  // Search text, following and drafts are known only to the server, so no ticket is added to such a list here.
  if (held.length === 0 && needsServer(filter)) return window;

  const without = held.length > 0 ? removeTicket(window, ticket.id) : window;
  if (!matches(ticket, filter, me)) return without;
  return insertTicket(without, ticket, filter.sort);
}

/** Whether only the server can tell which tickets a filter lists. */
export const needsServer = ({ q, follower, mark }: ListFilter): boolean =>
  q !== undefined || follower !== undefined || mark === 'draft';

export function removeTicket<W extends ListWindow>(window: W, id: number): W {
  if (!window.pages.some((page) => page.data.some((row) => row.id === id))) return window;
  return {
    ...window,
    pages: window.pages.map((page) => ({ ...page, data: page.data.filter((row) => row.id !== id) })),
  };
}

/** Returns the window after a customer merge: tickets of the merged customer belong to the other one, with that name once it is known. */
export function afterCustomerMerge<W extends ListWindow>(
  window: W,
  { id, into }: { id: number; into: number },
): W {
  if (!window.pages.some((page) => page.data.some((row) => row.customer_id === id))) return window;
  const handed = (row: Ticket) => (row.customer_id === id ? { ...row, customer_id: into } : row);
  return { ...window, pages: window.pages.map((page) => ({ ...page, data: page.data.map(handed) })) };
}

/** Returns the window with a customer's new name in all their rows. */
export function renameCustomer<W extends ListWindow>(
  window: W,
  { id, name }: Pick<Customer, 'id' | 'name'>,
): W {
  const isStale = (row: Ticket) => row.customer_id === id && row.customer_name !== name;
  if (!window.pages.some((page) => page.data.some(isStale))) return window;
  const renamed = (row: Ticket) => (isStale(row) ? { ...row, customer_name: name } : row);
  return { ...window, pages: window.pages.map((page) => ({ ...page, data: page.data.map(renamed) })) };
}

function insertTicket<W extends ListWindow>(window: W, ticket: Ticket, sort: ListFilter['sort']): W {
  const place = sortPositionOf(ticket, sort);
  const target = window.pages.findIndex(
    (page) => page.edge === null || compareSortPositions(place, page.edge, sort) <= 0,
  );
  // Beyond the last loaded row: a later page will contain it.
  if (target < 0) return window;
  const pages = window.pages.map((page, index) => {
    if (index !== target) return page;
    const at = page.data.findIndex((row) => compareSortPositions(place, sortPositionOf(row, sort), sort) < 0);
    return { ...page, data: page.data.toSpliced(at < 0 ? page.data.length : at, 0, ticket) };
  });
  return { ...window, pages };
}
