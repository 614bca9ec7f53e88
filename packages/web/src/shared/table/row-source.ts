/** The loaded rows of a table and the state of its query. */
export type RowSource<Row> = {
  rows: readonly Row[];
  /** The number of all rows, where the server counts them. */
  total: number | undefined;
  isPending: boolean;
  /** Why loading the rows failed. */
  error: unknown;
  /** The rows shown belong to the filters of before. */
  isStale: boolean;
  hasMore: boolean;
  /** Loading the next rows failed; they are loaded again only on request. */
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

/** Makes a row source of a query that is loaded page by page. */
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

/** Returns the row count for screen readers, the head included; -1 while it is not known. */
export function rowCountOf({ rows, total, hasMore }: Pick<RowSource<unknown>, 'rows' | 'total' | 'hasMore'>) {
  if (total !== undefined) return total + 1;
  return hasMore ? -1 : rows.length + 1;
}
