/** Where the rows of a table come from, and how far it has come. */
export type RowSource<Row> = {
  rows: readonly Row[];
  /** All that there are, where the server counts them. */
  total: number | undefined;
  isPending: boolean;
  /** Why there are no rows. */
  error: unknown;
  /** What is shown belongs to what was asked for before. */
  isStale: boolean;
  hasMore: boolean;
  /** The next rows could not be fetched: they are asked for again when somebody wants them. */
  isMoreFailed: boolean;
  onMore: () => void;
  onRetry: () => void;
};

type PagedQuery = {
  isPending: boolean;
  error: unknown;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

/** The rows of a query that is fetched page by page. */
export function sourceOf<Row>(query: PagedQuery, rows: readonly Row[], total?: number): RowSource<Row> {
  return {
    rows,
    total,
    isPending: query.isPending,
    error: rows.length === 0 ? query.error : null,
    isStale: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isMoreFailed: query.isFetchNextPageError,
    onMore: () => void (query.isFetchingNextPage || query.fetchNextPage()),
    onRetry: () => void query.refetch(),
  };
}

/** How many rows a screen reader hears of, the head among them; -1 while nobody knows. */
export function rowCountOf({ rows, total, hasMore }: Pick<RowSource<unknown>, 'rows' | 'total' | 'hasMore'>) {
  if (total !== undefined) return total + 1;
  return hasMore ? -1 : rows.length + 1;
}
