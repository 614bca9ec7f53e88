import { onlyRead } from '#shared/lib/only-read.ts';
import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PAGE_REGISTRY, type PageEntry } from './page-registry.ts';

const root = createRootRoute({
  component: () => (
    <Suspense>
      <Outlet />
    </Suspense>
  ),
  errorComponent: lazyRouteComponent(() => import('./failed-page.tsx'), 'FailedPage'),
});

// What needs the session is loaded with it: somebody who has to sign in first waits for none of it.
const enter = () => import('./enter.ts');
const auth = () => import('#features/auth/pages.ts');
const firstRun = () => import('#features/first-run/pages.ts');

/** A path, and not `//host`: browsers read backslashes and control characters in odd ways. */
const OWN_ADDRESS = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: onlyRead((search): { next?: string; reason?: string; refused?: string } => ({
    // Only addresses of our own: a link must not sign people in and lead them elsewhere.
    ...(typeof search['next'] === 'string' && OWN_ADDRESS.test(search['next'])
      ? { next: search['next'] }
      : {}),
    ...(typeof search['reason'] === 'string' ? { reason: search['reason'] } : {}),
    ...(typeof search['refused'] === 'string' ? { refused: search['refused'] } : {}),
  })),
  component: lazyRouteComponent(auth, 'LoginPage'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(auth, 'ForgotPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  validateSearch: onlyRead((search): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  ),
  component: lazyRouteComponent(auth, 'ResetPage'),
});

/** Where the address leads that the start of a new workspace prints. */
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(firstRun, 'SetupPage'),
});

/** A room opened by its link: whoever has one needs no account. */
const room = createRoute({
  getParentRoute: () => root,
  path: '/rooms/$name',
  validateSearch: onlyRead((search): { t?: string } =>
    typeof search['t'] === 'string' ? { t: search['t'] } : {},
  ),
  component: lazyRouteComponent(() => import('#features/calls/room/room-page.tsx'), 'RoomPage'),
});

/** Figures on a big screen, by a link. */
const wall = createRoute({
  getParentRoute: () => root,
  path: '/wall',
  component: lazyRouteComponent(() => import('#features/monitoring/wall/wall-page.tsx'), 'WallPage'),
});

const forcedChange = createRoute({
  getParentRoute: () => root,
  path: '/password',
  beforeLoad: async () => (await enter()).enterForcedChange(),
  component: lazyRouteComponent(auth, 'ExpiredPage'),
});

const forcedSecondFactor = createRoute({
  getParentRoute: () => root,
  path: '/two-factor',
  beforeLoad: async () => (await enter()).enterForcedSetUp(),
  component: lazyRouteComponent(
    () => import('#features/auth/second-factor/forced-page.tsx'),
    'ForcedSecondFactorPage',
  ),
});

/** Where something will stand. A page without one leaves the whole screen empty while its parts load. */
const Pending = lazyRouteComponent(() => import('#shared/ui/states/skeletons.tsx'), 'Skeletons');

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async (input) => (await enter()).enterShell(input),
  pendingComponent: Pending,
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
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
    validateSearch: onlyRead(search),
    pendingComponent: Pending,
    component: lazyRouteComponent(async () => ({ default: await load() })),
  });

type RouteOf<Entry> =
  Entry extends PageEntry<infer Path, infer Search> ? ReturnType<typeof toRoute<Path, Search>> : never;
type PageRoutes = { -readonly [Index in keyof typeof PAGE_REGISTRY]: RouteOf<(typeof PAGE_REGISTRY)[Index]> };
const toHome = ({ path, search, load }: PageEntry<string, object>) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    validateSearch: onlyRead(search),
    beforeLoad: async (input) => (await enter()).firstPage(input),
    pendingComponent: Pending,
    component: lazyRouteComponent(async () => ({ default: await load() })),
  });

/** The types of each address and of what it holds are those of its entry. */
const pages = PAGE_REGISTRY.map((entry: PageEntry<string, object>) =>
  entry.path === '/' ? toHome(entry) : toRoute(entry),
) as unknown as PageRoutes;

/** The kits with data of their own, for who works on them: not part of what is delivered. */
const examples = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/examples',
        component: lazyRouteComponent(() => import('./examples/examples-page.tsx'), 'ExamplesPage'),
      }),
    ]
  : [];

const missing = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: lazyRouteComponent(() => import('./missing-page.tsx'), 'MissingPage'),
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
