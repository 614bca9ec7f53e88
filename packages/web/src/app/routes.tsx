import { loadWithRetries } from '#shared/loading/lazy-part.ts';
import { strictReader } from '#shared/lib/strict-reader.ts';
import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PAGE_REGISTRY, type PageEntry } from './page-registry.ts';

const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadWithRetries(load), name);

const root = createRootRoute({
  component: () => (
    <Suspense>
      <Outlet />
    </Suspense>
  ),
  errorComponent: lazyPage(() => import('./failed-page.tsx'), 'FailedPage'),
});

// What needs a session is loaded lazily, so that the sign-in page does not wait for it.
const enter = () => loadWithRetries(() => import('./enter.ts'));
const auth = () => import('#features/auth/pages.ts');
const firstRun = () => import('#features/first-run/pages.ts');

/** Matches a path of this site and not `//host`; backslashes and control characters are refused because browsers rewrite them. */
const OWN_ADDRESS = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: strictReader((search): { next?: string; reason?: string; refused?: string } => ({
    // Only paths of this site, because a crafted link must not send people elsewhere after they sign in.
    ...(typeof search['next'] === 'string' && OWN_ADDRESS.test(search['next'])
      ? { next: search['next'] }
      : {}),
    ...(typeof search['reason'] === 'string' ? { reason: search['reason'] } : {}),
    ...(typeof search['refused'] === 'string' ? { refused: search['refused'] } : {}),
  })),
  component: lazyPage(auth, 'LoginPage'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyPage(auth, 'ForgotPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  validateSearch: strictReader((search): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  ),
  component: lazyPage(auth, 'ResetPage'),
});

/** The page for the first account, at the address that the server prints when it starts a new workspace. */
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyPage(firstRun, 'SetupPage'),
});

/** A room opened by its link; guests need no account. */
const room = createRoute({
  getParentRoute: () => root,
  path: '/rooms/$name',
  validateSearch: strictReader((search): { t?: string } =>
    typeof search['t'] === 'string' ? { t: search['t'] } : {},
  ),
  component: lazyPage(() => import('#features/calls/room/room-page.tsx'), 'RoomPage'),
});

/** The wall screen, opened by its link without signing in. */
const wall = createRoute({
  getParentRoute: () => root,
  path: '/wall',
  component: lazyPage(() => import('#features/monitoring/wall/wall-page.tsx'), 'WallPage'),
});

const forcedChange = createRoute({
  getParentRoute: () => root,
  path: '/password',
  beforeLoad: async () => (await enter()).enterForcedChange(),
  component: lazyPage(auth, 'ExpiredPage'),
});

const forcedSecondFactor = createRoute({
  getParentRoute: () => root,
  path: '/two-factor',
  beforeLoad: async () => (await enter()).enterForcedSetUp(),
  component: lazyPage(() => import('#features/auth/second-factor/forced-page.tsx'), 'ForcedSecondFactorPage'),
});

/** Shown while a page loads; a route without a pending component would leave the screen empty. */
const Pending = lazyPage(() => import('#shared/ui/states/skeletons.tsx'), 'Skeletons');

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async (input) => (await enter()).enterShell(input),
  pendingComponent: Pending,
  component: lazyPage(() => import('./shell/shell.tsx'), 'Shell'),
});

const toRoute = <const Path extends string, Search extends object>({
  path,
  permission,
  search,
  load,
}: PageEntry<Path, Search>) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    staticData: { ...(permission && { permission }) },
    validateSearch: strictReader(search),
    pendingComponent: Pending,
    component: lazyPage(async () => ({ default: await load() })),
  });

type RouteOf<Entry> =
  Entry extends PageEntry<infer Path, infer Search> ? ReturnType<typeof toRoute<Path, Search>> : never;
type PageRoutes = { -readonly [Index in keyof typeof PAGE_REGISTRY]: RouteOf<(typeof PAGE_REGISTRY)[Index]> };
const toHome = ({ path, search, load }: PageEntry<string, object>) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    validateSearch: strictReader(search),
    beforeLoad: async (input) => (await enter()).firstPage(input),
    pendingComponent: Pending,
    component: lazyPage(async () => ({ default: await load() })),
  });

/** Each route's path and search types are those of its registry entry. */
const pages = PAGE_REGISTRY.map((entry: PageEntry<string, object>) =>
  entry.path === '/' ? toHome(entry) : toRoute(entry),
) as unknown as PageRoutes;

/** Example pages of the shared components; in development only, not part of the build. */
const examples = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/examples',
        component: lazyPage(() => import('./examples/examples-page.tsx'), 'ExamplesPage'),
      }),
    ]
  : [];

const missing = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: lazyPage(() => import('./missing-page.tsx'), 'MissingPage'),
});

export const routeTree = root.addChildren([
  login,
  forgot,
  reset,
  setup,
  room,
  wall,
  forcedChange,
  forcedSecondFactor,
  ...examples,
  shell.addChildren([...pages, missing]),
]);
