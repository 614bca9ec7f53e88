import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routes.tsx';
import { parseSearch, stringifySearch } from './search-text.ts';

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Whoever lacks this permission sees an explanation instead of the page. */
    permission?: `${string}:${string}`;
  }
}
