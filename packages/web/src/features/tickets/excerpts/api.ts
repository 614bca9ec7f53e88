import { listSearchExcerpts, type SearchExcerpt } from '@trunkline/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '#shared/api/call.ts';
import { createBatch } from './batch.ts';

/** Rows that appear together are asked for in one request. */
const TOGETHER_MS = 30;
const MOST = 50;

const batches = new Map<string, (id: number) => Promise<SearchExcerpt | null>>();

function batchOf(q: string) {
  const known = batches.get(q);
  if (known) return known;
  const batch = createBatch<SearchExcerpt>({
    pauseMs: TOGETHER_MS,
    most: MOST,
    fetch: async (ids) => (await call(listSearchExcerpts, { query: { q, ids: ids.join(',') } })).data,
    idOf: ({ ticket_id: id }) => id,
  });
  batches.clear();
  batches.set(q, batch);
  return batch;
}

/** The words of a search on a ticket; null if it was found by something else. Requested only for rows that are shown. */
export const useExcerpt = (q: string, id: number, revision: number) =>
  useQuery({
    queryKey: ['tickets', 'excerpt', q, id, revision],
    queryFn: () => batchOf(q)(id),
    staleTime: Infinity,
    retry: false,
  }).data;
