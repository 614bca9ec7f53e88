import {
  type BulkAction,
  type BulkChange,
  countTickets,
  getBulkChange,
  listBulkChanges,
  startBulkChange,
  stopBulkChange,
  undoBulkChange,
} from '@trunkline/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { queryOf } from '../api.ts';
import type { ListFilter } from '../filters.ts';
import { applyToBulk, mergeBulk } from './realtime.ts';

const KEY = ['tickets', 'bulk'];

/** The user's last bulk updates; live. */
export function useBulkChanges() {
  return useLiveQuery<BulkChange[]>({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(listBulkChanges, { signal })).data,
    apply: applyToBulk,
  });
}

/** A bulk update with its skipped tickets. Fetched whenever it is shown, because the tickets change. */
export function useBulkDetail(id: number, enabled = true) {
  return useQuery({
    queryKey: [...KEY, id],
    queryFn: async ({ signal }) => (await call(getBulkChange, { params: { id }, signal })).data,
    enabled,
  });
}

/** The number of tickets that match the list's filter. */
export function useMatching(filter: ListFilter, enabled: boolean) {
  return useQuery({
    queryKey: ['tickets', 'count', filter],
    queryFn: async ({ signal }) => (await call(countTickets, { query: queryOf(filter), signal })).data,
    enabled,
    staleTime: 5000,
  });
}

export type BulkTarget = { ids: readonly number[] } | { filter: ListFilter };

const show = (bulk: BulkChange) =>
  queryClient.setQueryData<BulkChange[]>(KEY, (known) => known && mergeBulk(known, bulk));

/** Returns a filter as the body of a request: lists are joined by commas, as in an address. */
function wordsOf(filter: ListFilter) {
  const { status, department, media, priority, assignee, ...rest } = queryOf(filter);
  const lists = { status, department, media, priority, assignee };
  const words = Object.entries(lists).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return { ...rest, ...(Object.fromEntries(words) as Partial<Record<keyof typeof lists, string>>) };
}

export async function startBulk(change: BulkAction, target: BulkTarget): Promise<number> {
  const tickets = 'ids' in target ? { ids: [...target.ids] } : { filter: wordsOf(target.filter) };
  const { data } = await call(startBulkChange, { body: { change, tickets } });
  show(data);
  return data.id;
}

export async function stopBulk(id: number): Promise<void> {
  show((await call(stopBulkChange, { params: { id }, body: {} })).data);
}

export async function undoBulk(id: number): Promise<void> {
  show((await call(undoBulkChange, { params: { id }, body: {} })).data);
  void queryClient.invalidateQueries({ queryKey: KEY });
}
