import { readDeskSearch, readId } from '#shared/lib/desk-search.ts';
import { readListSearch } from '#shared/lib/list-search.ts';
import { onlyRead } from '#shared/lib/only-read.ts';
import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';

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
const settings = () => import('#features/settings/pages.ts');
const tickets = () => import('#features/tickets/pages.ts');

/** A path, and not `//host`: browsers read backslashes and control characters in odd ways. */
const OWN_ADDRESS = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: onlyRead((search): { next?: string; reason?: string } => ({
    // Only addresses of our own: a link must not sign people in and lead them elsewhere.
    ...(typeof search['next'] === 'string' && OWN_ADDRESS.test(search['next'])
      ? { next: search['next'] }
      : {}),
    ...(typeof search['reason'] === 'string' ? { reason: search['reason'] } : {}),
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

/** A room opened by its link: whoever has one needs no account. */
const room = createRoute({
  getParentRoute: () => root,
  path: '/rooms/$name',
  validateSearch: onlyRead((search): { t?: string } =>
    typeof search['t'] === 'string' ? { t: search['t'] } : {},
  ),
  component: lazyRouteComponent(() => import('#features/calls/room-page.tsx'), 'RoomPage'),
});

const forcedChange = createRoute({
  getParentRoute: () => root,
  path: '/password',
  beforeLoad: async () => (await enter()).enterForcedChange(),
  component: lazyRouteComponent(auth, 'ExpiredPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async (input) => (await enter()).enterShell(input),
  pendingComponent: lazyRouteComponent(() => import('#shared/ui/skeletons.tsx'), 'Skeletons'),
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: async (input) => (await enter()).firstPage(input),
});

const desk = createRoute({
  getParentRoute: () => shell,
  path: '/tickets',
  staticData: { permission: 'TICKETS:VIEW' },
  validateSearch: onlyRead(readDeskSearch),
  component: lazyRouteComponent(tickets, 'DeskPage'),
});

const ticket = createRoute({
  getParentRoute: () => shell,
  path: '/tickets/detail',
  staticData: { permission: 'TICKETS:VIEW' },
  validateSearch: onlyRead(readIdSearch),
  component: lazyRouteComponent(tickets, 'TicketPage'),
});

const write = createRoute({
  getParentRoute: () => shell,
  path: '/tickets/write',
  staticData: { permission: 'TICKETS:REPLY' },
  validateSearch: onlyRead((search): { to?: string } =>
    typeof search['to'] === 'string' ? { to: search['to'] } : {},
  ),
  component: lazyRouteComponent(() => import('#features/tickets/writing/write-page.tsx'), 'WritePage'),
});

const monitoring = createRoute({
  getParentRoute: () => shell,
  path: '/monitoring',
  staticData: { permission: 'MONITORING:VIEW' },
  component: lazyRouteComponent(() => import('#features/monitoring/pages.ts'), 'MonitoringPage'),
});

const customers = createRoute({
  getParentRoute: () => shell,
  path: '/customers',
  staticData: { permission: 'CUSTOMERS:VIEW' },
  validateSearch: onlyRead((search): { q?: string; sort?: string; where?: string; id?: number } => ({
    ...(typeof search['q'] === 'string' ? { q: search['q'] } : {}),
    ...(typeof search['sort'] === 'string' ? { sort: search['sort'] } : {}),
    ...(typeof search['where'] === 'string' ? { where: search['where'] } : {}),
    ...readIdSearch(search),
  })),
  component: lazyRouteComponent(() => import('#features/customers/pages.ts'), 'CustomersPage'),
});

const CONFIG_PARTS = [{ part: 'phone' }, { part: 'keys' }, { part: 'webhooks' }] as const;

/** What of a telephone gateway is looked at; without it how it is reached. */
const PHONE_VIEWS = [
  { view: 'number' },
  { view: 'menu' },
  { view: 'queue' },
  { view: 'prompt' },
  { view: 'trunk' },
] as const;
type ConfigSearch = Partial<(typeof CONFIG_PARTS)[number] & (typeof PHONE_VIEWS)[number]> & { id?: number };

const configApp = createRoute({
  getParentRoute: () => shell,
  path: '/configurasi/config_app',
  staticData: { permission: 'CONFIG_APP:VIEW' },
  validateSearch: onlyRead((search): ConfigSearch => ({
    ...CONFIG_PARTS.find(({ part }) => part === search['part']),
    ...PHONE_VIEWS.find(({ view }) => view === search['view']),
    ...readIdSearch(search),
  })),
  component: lazyRouteComponent(settings, 'ConfigPage'),
});

const configMail = createRoute({
  getParentRoute: () => shell,
  path: '/configurasi/config',
  staticData: { permission: 'CONFIG_EMAILS:VIEW' },
  validateSearch: onlyRead(readIdSearch),
  component: lazyRouteComponent(settings, 'MailboxesPage'),
});

const configChat = createRoute({
  getParentRoute: () => shell,
  path: '/configurasi/config_media_chat',
  staticData: { permission: 'CONFIG_MEDIA_CHAT:VIEW' },
  validateSearch: onlyRead(readIdSearch),
  component: lazyRouteComponent(settings, 'WidgetsPage'),
});

const configMessaging = createRoute({
  getParentRoute: () => shell,
  path: '/configurasi/config_socmed',
  staticData: { permission: 'CONFIG_SOCIAL_MEDIA:VIEW' },
  validateSearch: onlyRead(readIdSearch),
  component: lazyRouteComponent(settings, 'AccountsPage'),
});

const autoReplies = createRoute({
  getParentRoute: () => shell,
  path: '/settings/media_autoreplies',
  staticData: { permission: 'MEDIA_AUTOREPLIES:VIEW' },
  validateSearch: onlyRead(readIdSearch),
  component: lazyRouteComponent(settings, 'AutoRepliesPage'),
});

const people = createRoute({
  getParentRoute: () => shell,
  path: '/settings/users',
  staticData: { permission: 'USERS:VIEW' },
  validateSearch: onlyRead(readIdSearch),
  component: lazyRouteComponent(settings, 'PeoplePage'),
});

/** A list of the settings: one page for all of them, which reads from the address which one it shows. */
const list = <Path extends string>(path: Path, permission: `${string}:VIEW`) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    staticData: { permission },
    validateSearch: onlyRead(readListSearch),
    component: lazyRouteComponent(() => import('#features/lists/pages.ts'), 'ListPage'),
  });

const lists = [
  list('/settings/departments', 'DEPARTMENTS:VIEW'),
  list('/settings/skills', 'SKILLS:VIEW'),
  list('/settings/types', 'TYPES:VIEW'),
  list('/settings/categories', 'CATEGORY:VIEW'),
  list('/settings/subcategories', 'SUBCATEGORY:VIEW'),
  list('/settings/caller_types', 'CALLER_TYPES:VIEW'),
  list('/settings/custom_fields', 'CUSTOM_FIELDS:VIEW'),
  list('/settings/media_template_content', 'TEMPLATE_CONTENT:VIEW'),
  list('/settings/office_hours', 'OFFICE_HOURS:VIEW'),
  list('/settings/holidays', 'HOLIDAYS:VIEW'),
  list('/settings/macros', 'MACROS:VIEW'),
  list('/settings/automation', 'AUTOMATION:VIEW'),
  list('/settings/priorities', 'SETTING_PRIORITY:VIEW'),
] as const;

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: lazyRouteComponent(() => import('#features/auth/profile-page.tsx'), 'ProfilePage'),
});

const missing = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: lazyRouteComponent(() => import('./missing-page.tsx'), 'MissingPage'),
});

export const routeTree = root.addChildren([
  login,
  forgot,
  reset,
  room,
  forcedChange,
  shell.addChildren([
    home,
    desk,
    ticket,
    write,
    monitoring,
    customers,
    ...lists,
    configApp,
    configMail,
    configChat,
    configMessaging,
    autoReplies,
    people,
    profile,
    missing,
  ]),
]);

function readIdSearch(search: Record<string, unknown>): { id?: number } {
  const id = readId(search);
  return id === undefined ? {} : { id };
}
