import type { ListSearch } from '#shared/lib/search/list-search.ts';
import {
  LIST_STATUSES,
  sortableFields,
  type SettingsList,
  type ListRow,
  type ListStatus,
} from '@trunkline/contract';

/** Search, filters and sorting of a list. */
export type ListView = {
  q: string;
  status: ListStatus;
  within: number | undefined;
  sort: string;
  direction: 'asc' | 'desc';
};
export type ListPages = {
  pages: { data: ListRow[]; next: string | null; total: number }[];
  pageParams: unknown[];
};

/** Returns the view that an address asks for; parameters that do not fit this list fall back to the default. */
export function viewOf(
  { fields, within }: Pick<SettingsList, 'fields' | 'within'>,
  search: ListSearch,
): ListView {
  const sort = sortableFields(fields).find((name) => name === search.sort) ?? 'position';
  return {
    q: search.q ?? '',
    status: LIST_STATUSES.find((status) => status === search.status) ?? 'all',
    within: within ? search.within : undefined,
    sort,
    direction: search.direction === 'desc' && sort !== 'position' ? 'desc' : 'asc',
  };
}

/** Returns the sort order after a click on a column: first ascending, then descending, then the list's own order again. */
export function nextSort(view: ListView, column: string): Pick<ListSearch, 'sort' | 'direction'> {
  if (view.sort !== column) return { sort: column };
  return view.direction === 'asc' ? { sort: column, direction: 'desc' } : {};
}

/** Returns the id after which a row must be placed to take the position of another one; null for the top. */
export function predecessorFor(rows: readonly ListRow[], id: number, over: number): number | null {
  const from = rows.findIndex((row) => row.id === id);
  const to = rows.findIndex((row) => row.id === over);
  return (to > from ? rows[to] : rows[to - 1])?.id ?? null;
}

/** Returns the pages with a row moved, shown before the server has answered. */
export function moveInPages<P extends ListPages>(data: P, id: number, after: number | null): P {
  const rows = data.pages.flatMap((page) => page.data);
  const row = rows.find((one) => one.id === id);
  if (!row) return data;
  const rest = rows.filter((one) => one !== row);
  const at = after === null ? 0 : rest.findIndex((one) => one.id === after) + 1;
  const moved = rest.toSpliced(at, 0, row);
  let taken = 0;
  const pages = data.pages.map((page) => {
    const slice = moved.slice(taken, taken + page.data.length);
    taken += page.data.length;
    return { ...page, data: slice };
  });
  return { ...data, pages };
}
