import { expect, it, vi } from 'vitest';
import { rowCountOf, sourceOf } from './row-source.ts';

const query = {
  isPending: false,
  error: null,
  isPlaceholderData: false,
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: vi.fn<() => void>(),
  refetch: () => undefined,
};

it('says what failed only where there are no rows to show', () => {
  const error = new Error('refused');
  expect(sourceOf({ ...query, error }, []).error).toBe(error);
  expect(sourceOf({ ...query, error }, [{ id: 1 }]).error).toBeNull();
});

it('asks for the next rows once at a time', () => {
  sourceOf({ ...query, isFetchingNextPage: true }, []).onMore();
  expect(query.fetchNextPage).not.toHaveBeenCalled();
  sourceOf(query, []).onMore();
  expect(query.fetchNextPage).toHaveBeenCalledOnce();
});

it.each([
  ['what the server counts, and the head', { total: 900, hasMore: true }, 901],
  ['unknown while there are more', { total: undefined, hasMore: true }, -1],
  ['what is loaded, and the head', { total: undefined, hasMore: false }, 3],
])('counts for a screen reader: %s', (_, rest, count) => {
  expect(rowCountOf({ rows: [1, 2], ...rest })).toBe(count);
});
