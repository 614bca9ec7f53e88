import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { patchSearch } from './use-search-patch.ts';

async function openRouter() {
  const root = createRootRoute();
  const pages = ['/audit', '/users'].map((path) => createRoute({ getParentRoute: () => root, path }));
  const history = createMemoryHistory({ initialEntries: ['/audit?about=user'] });
  const router = createRouter({ routeTree: root.addChildren(pages), history });
  history.subscribe(() => void router.load());
  await router.load();
  return { router, navigate: vi.spyOn(router, 'navigate').mockResolvedValue() };
}

it('keeps what was opened while a search text was on its way, and takes out what is undefined', async () => {
  const { router, navigate } = await openRouter();
  router.history.push('/audit?about=user&id=7');
  patchSearch(router, '/audit', { q: 'renamed', about: undefined }, true);
  expect(navigate).toHaveBeenCalledWith({ to: '/audit', search: { id: 7, q: 'renamed' }, replace: true });
});

it('does not lead back from a page that was opened since', async () => {
  const { router, navigate } = await openRouter();
  router.history.push('/users');
  patchSearch(router, '/audit', { q: 'renamed' }, true);
  expect(navigate).not.toHaveBeenCalled();
});
