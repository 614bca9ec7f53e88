import { queryClient } from '#shared/api/query-client.ts';

/** Puts a saved record into the cached list, in its place or at the end. */
export function cacheRecord<T extends { id: number }>(key: string, saved: T): void {
  queryClient.setQueryData<T[]>([key], (known = []) =>
    known.some(({ id }) => id === saved.id)
      ? known.map((other) => (other.id === saved.id ? saved : other))
      : [...known, saved],
  );
}
