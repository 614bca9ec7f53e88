import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { routeTree } from './routes.tsx';
import { parseSearch, stringifySearch } from './search-text.ts';

/** Returns the search parameters that the page at this address reads. */
function searchOf(address: string): unknown {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  const search = router.matchRoutes(router.latestLocation).at(-1)?.search ?? {};
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

it.each([
  ['/login?next=/customers%3Fq%3Dcoffee', { next: '/customers?q=coffee' }],
  ['/login?next=https://evil.example', {}],
  ['/login?next=//evil.example', {}],
  ['/login?next=/%5Cevil.example&reason=expired', { reason: 'expired' }],
  ['/login?next=/%09/evil.example', {}],
  ['/tickets?view=open&id=12', { view: 'open', id: 12 }],
  ['/tickets?id=abc&other=1', {}],
  ['/tickets/detail?id=-1', {}],
  ['/customers?q=coffee&id=abc', { q: 'coffee' }],
])('%s', (address, read) => {
  expect(searchOf(address)).toEqual(read);
});
