import { Suspense, type ReactNode } from 'react';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import type { RowSource } from './row-source.ts';

type Props = {
  source: RowSource<unknown>;
  rowHeight: number;
  /** Shown where there are no rows: why, and what to do next. */
  empty: ReactNode;
  children: ReactNode;
};

/** Shows the rows, or that they are loading, failed to load, or are none. */
export function RowStates({ source, rowHeight, empty, children }: Props) {
  const skeletons = <Skeletons rows={12} height={rowHeight} />;
  // A boundary of its own, so that texts and parts that are still loading do not hide the page around the rows.
  if (source.rows.length > 0) return <Suspense fallback={skeletons}>{children}</Suspense>;
  if (source.isPending) return skeletons;
  if (source.error !== null) return <ErrorState error={source.error} onRetry={source.onRetry} />;
  return empty;
}
