import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import type { BoardSearch } from '#shared/lib/search/board-search.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  listInformation,
  listInformationReaders,
  readInformation,
  type InformationPost,
} from '@trunkline/contract';

const BOARD = ['information'] as const;

/** The posts of the notice board, page by page. */
export const useBoard = (search: BoardSearch) =>
  useInfiniteQuery({
    queryKey: [...BOARD, 'posts', search],
    queryFn: ({ pageParam, signal }) =>
      call(listInformation, { query: { ...search, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: (previous) => previous,
  });

export const useReaders = (id: number) =>
  useQuery({
    queryKey: [...BOARD, 'readers', id],
    queryFn: ({ signal }) =>
      call(listInformationReaders, { params: { id }, signal }).then((answer) => answer.data),
    staleTime: 0,
  });

export const boardChanged = () => queryClient.invalidateQueries({ queryKey: BOARD });

/** Confirms that the user has read this version of a post. */
export async function confirmRead({ id, version }: Pick<InformationPost, 'id' | 'version'>): Promise<void> {
  await call(readInformation, { params: { id }, body: { version } });
  await boardChanged();
}
