import { lazyPart } from '#shared/loading/lazy-part.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { Toasts } from '#shared/ui/states/toasts.tsx';
import { cssVariablesResolver, theme } from '#shared/ui/theme.ts';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { router } from './router.ts';

// Loaded lazily: it is needed only once somebody types or presses something.
const FieldWatchers = lazyPart(() => import('#shared/ui/field-watchers.tsx'));

const colorSchemeManager = localStorageColorSchemeManager({ key: 'trunkline.theme' });

/** Wraps every page in the providers of theme, texts, cache and router. */
export function Providers() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
        <Suspense>
          <FieldWatchers />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
