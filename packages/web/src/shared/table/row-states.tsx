import { Suspense, type ReactNode } from 'react';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import type { RowSource } from './row-source.ts';

type Props = {
  source: RowSource<unknown>;
  rowHeight: number;
  /** Why there are none, and what to do next. */
  empty: ReactNode;
  children: ReactNode;
};

/** The rows; or that they are on their way, why they did not come, or that there are none. */
export function RowStates({ source, rowHeight, empty, children }: Props) {
  const skeletons = <Skeletons rows={12} height={rowHeight} />;
  // Words and parts that are still on their way must not hide the page around the rows.
  if (source.rows.length > 0) return <Suspense fallback={skeletons}>{children}</Suspense>;
  if (source.isPending) return skeletons;
  if (source.error !== null) return <ErrorState error={source.error} onRetry={source.onRetry} />;
  return empty;
}
