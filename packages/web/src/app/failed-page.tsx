import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { recordBackgroundError } from '#shared/lib/record-background-error.ts';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Shown instead of a page that failed to render, with a button to try again. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => recordBackgroundError('a page failed', error), [error]);
  return (
    <main style={{ height: '100%' }}>
      <ErrorState
        isPage
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </main>
  );
}
