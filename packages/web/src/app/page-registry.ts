import { readDeskSearch, readId } from '#shared/lib/search/desk-search.ts';
import { readListSearch } from '#shared/lib/search/list-search.ts';
import { readAuditSearch } from '#shared/lib/search/audit-search.ts';
import { readActivitySearch, readReportSearch } from '#shared/lib/search/report-search.ts';
import { readDashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import { readBoardSearch } from '#shared/lib/search/board-search.ts';
import { readPeopleSearch } from '#shared/lib/search/people-search.ts';
import type { ModuleCode } from '@trunkline/contract';
import type { ComponentType } from 'react';

type Address = Record<string, unknown>;

/** A page inside the shell. */
export type PageEntry<Path extends string, Search extends object> = {
  path: Path;
  /** The module that the page represents in the menu, the search and the shortcuts; pages without one are reached from other pages. */
  code?: ModuleCode;
  /**
   * The permission to open the page; without it a user sees an explanation instead. A page of the menu needs the `VIEW` of its
   * module.
   */
  permission?: `${ModuleCode}:${string}`;
  /** The key that opens the page after "g"; pages without one are still found by the search. */
  key?: string;
  /** Reads the page's own parameters from the address and drops all others. */
  search: (address: Address) => Search;
  load: () => Promise<ComponentType>;
};

const nothing = (): object => ({});

const page = <const Path extends string, Search extends object = object>({
  search,
  ...entry
}: Omit<PageEntry<Path, Search>, 'search'> & { search?: (address: Address) => Search }): PageEntry<
  Path,
  Search
> => ({ ...entry, search: search ?? (nothing as () => Search) });

/** Makes the entry of a page that stands in the menu. */
const modulePage = <const Code extends ModuleCode, const Path extends string, Search extends object = object>(
  code: Code,
  entry: Omit<Parameters<typeof page<Path, Search>>[0], 'code' | 'permission'>,
) => ({ ...page<Path, Search>({ ...entry, permission: `${code}:VIEW` }), code });

/** Makes the entry of a settings list; one page serves all lists and reads from the address which one to show. */
const listPage = <const Code extends ModuleCode, const Path extends string>(
  code: Code,
  path: Path,
  key?: string,
) =>
  modulePage(code, {
    path,
    ...(key !== undefined && { key }),
    search: readListSearch,
    load: async () => (await import('#features/lists/pages.ts')).ListPage,
  });

/** Makes the entry of a report; one page serves all reports and reads from the address which one to show. */
const reportPage = <const Code extends ModuleCode, const Path extends string>(code: Code, path: Path) =>
  modulePage(code, {
    path,
    search: readReportSearch,
    load: async () => (await import('#features/reporting/pages.ts')).ReportPage,
  });

const settings = () => import('#features/settings/pages.ts');
const tickets = () => import('#features/tickets/pages.ts');

const CONFIG_PARTS = [{ part: 'phone' }, { part: 'keys' }, { part: 'webhooks' }] as const;

/** The tabs of a telephone gateway that an address may name; without one its connection is shown. */
const PHONE_VIEWS = [
  { view: 'number' },
  { view: 'menu' },
  { view: 'queue' },
  { view: 'prompt' },
  { view: 'trunk' },
] as const;
type ConfigSearch = Partial<(typeof CONFIG_PARTS)[number] & (typeof PHONE_VIEWS)[number]> & { id?: number };

/**
 * Every page inside the shell is registered here and nowhere else: router, menu, search and shortcuts read it. Its
 * title is `page.<CODE>` in the shell's texts, its icon stands in `shell/page-icons.ts`, which the sign-in page need
 * not load.
 */
export const PAGE_REGISTRY = [
  modulePage('TICKETS', {
    path: '/tickets',
    key: 't',
    search: readDeskSearch,
    load: async () => (await tickets()).DeskPage,
  }),
  page({
    path: '/tickets/detail',
    permission: 'TICKETS:VIEW',
    search: readIdSearch,
    load: async () => (await tickets()).TicketPage,
  }),
  page({
    path: '/tickets/write',
    permission: 'TICKETS:REPLY',
    search: (search): { to?: string } => (typeof search['to'] === 'string' ? { to: search['to'] } : {}),
    load: async () => (await import('#features/tickets/compose-mail/compose-mail-page.tsx')).ComposeMailPage,
  }),
  modulePage('MONITORING', {
    path: '/monitoring',
    key: 'g',
    load: async () => (await import('#features/monitoring/pages.ts')).MonitoringPage,
  }),
  // Whoever may not see the dashboard is redirected by `firstPage`.
  modulePage('DASHBOARD_TICKET', {
    path: '/',
    search: readDashboardSearch,
    load: async () => (await import('./home-page.tsx')).HomePage,
  }),
  modulePage('DASHBOARD_AGENT', {
    path: '/dashboard/agent',
    search: readDashboardSearch,
    load: async () => (await import('#features/dashboards/pages.ts')).AgentDashboardPage,
  }),
  modulePage('DASHBOARD_SURVEY', {
    path: '/dashboard/survey',
    search: readDashboardSearch,
    load: async () => (await import('#features/dashboards/pages.ts')).SurveyDashboardPage,
  }),
  modulePage('USER-ACTIVITY', {
    path: '/user-activity',
    search: readActivitySearch,
    load: async () => (await import('#features/reporting/pages.ts')).UserActivityPage,
  }),
  reportPage('REPORT_EMAIL', '/reports/email'),
  reportPage('REPORT_WHATSAPP', '/reports/whatsapps'),
  reportPage('REPORT_SMS', '/reports/sms'),
  reportPage('REPORT_LIVE_CHAT', '/reports/livechat'),
  reportPage('REPORT_FB_MESSENGER', '/reports/facebook'),
  reportPage('REPORT_IG_MESSENGER', '/reports/instagram'),
  reportPage('REPORT_CALLS', '/reports/calls'),
  reportPage('REPORT_MOBILE_CALL', '/reports/voip'),
  reportPage('REPORT_PERFORMANCE', '/reports/performance'),
  reportPage('REPORT_SATISFACTION_METRICS', '/reports/satisfaction_metrics'),
  reportPage('REPORT_CAMPAIGNS', '/reports/broadcast'),
  reportPage('REPORT_TICKET_CHATBOT', '/reports/ticket_chatbot'),
  reportPage('REPORT_BREAK', '/reports/break_history'),
  reportPage('REPORT_USER_ACTIVITY', '/reports/user_activity'),
  modulePage('CUSTOMERS', {
    path: '/customers',
    key: 'c',
    search: (search): { q?: string; sort?: string; where?: string; id?: number } => ({
      ...(typeof search['q'] === 'string' ? { q: search['q'] } : {}),
      ...(typeof search['sort'] === 'string' ? { sort: search['sort'] } : {}),
      ...(typeof search['where'] === 'string' ? { where: search['where'] } : {}),
      ...readIdSearch(search),
    }),
    load: async () => (await import('#features/customers/pages.ts')).CustomersPage,
  }),
  modulePage('INFORMATION', {
    path: '/information',
    search: readBoardSearch,
    load: async () => (await import('#features/information/pages.ts')).InformationPage,
  }),
  page({
    path: '/settings',
    load: async () => (await import('./settings-area/overview-page.tsx')).OverviewPage,
  }),
  modulePage('USERS', {
    path: '/settings/users',
    key: 'u',
    search: readPeopleSearch,
    load: async () => (await import('#features/people/pages.ts')).UsersPage,
  }),
  page({
    path: '/settings/users/levels',
    permission: 'USERS:VIEW',
    search: readIdSearch,
    load: async () => (await import('#features/people/pages.ts')).LevelsPage,
  }),
  page({
    path: '/settings/audit',
    permission: 'USERS:AUDIT',
    search: readAuditSearch,
    load: async () => (await import('#features/audit/pages.ts')).AuditPage,
  }),
  page({
    path: '/settings/sign-in',
    permission: 'USERS:VIEW',
    load: async () => (await import('#features/people/providers/providers-page.tsx')).ProvidersPage,
  }),
  page({
    path: '/settings/privacy',
    permission: 'CUSTOMERS:PRIVACY',
    load: async () => (await import('#features/privacy/pages.ts')).PrivacyPage,
  }),
  page({
    path: '/settings/blocked',
    permission: 'CUSTOMERS:BLOCK',
    load: async () => (await settings()).BlocksPage,
  }),
  listPage('DEPARTMENTS', '/settings/departments', 'd'),
  listPage('SKILLS', '/settings/skills', 'i'),
  listPage('TYPES', '/settings/types', 'y'),
  listPage('CATEGORY', '/settings/categories', 'k'),
  listPage('SUBCATEGORY', '/settings/subcategories', 's'),
  listPage('CALLER_TYPES', '/settings/caller_types', 'r'),
  listPage('BREAK_REASON', '/settings/break_reasons'),
  listPage('INFORMATION_CATEGORY', '/settings/information_categories'),
  listPage('OFFICE_HOURS', '/settings/office_hours', 'o'),
  listPage('HOLIDAYS', '/settings/holidays', 'h'),
  listPage('CUSTOM_FIELDS', '/settings/custom_fields', 'f'),
  listPage('TEMPLATE_CONTENT', '/settings/media_template_content', 'm'),
  listPage('MACROS', '/settings/macros', 'x'),
  listPage('AUTOMATION', '/settings/automation', 'v'),
  modulePage('MEDIA_AUTOREPLIES', {
    path: '/settings/media_autoreplies',
    key: 'b',
    search: readIdSearch,
    load: async () => (await settings()).AutoRepliesPage,
  }),
  listPage('SETTING_PRIORITY', '/settings/priorities', 'p'),
  modulePage('CONFIG_EMAILS', {
    path: '/configurasi/config',
    key: 'e',
    search: readIdSearch,
    load: async () => (await settings()).MailboxesPage,
  }),
  modulePage('CONFIG_MEDIA_CHAT', {
    path: '/configurasi/config_media_chat',
    key: 'l',
    search: readIdSearch,
    load: async () => (await settings()).WidgetsPage,
  }),
  modulePage('CONFIG_APP', {
    path: '/configurasi/config_app',
    key: 'a',
    search: (search): ConfigSearch => ({
      ...CONFIG_PARTS.find(({ part }) => part === search['part']),
      ...PHONE_VIEWS.find(({ view }) => view === search['view']),
      ...readIdSearch(search),
    }),
    load: async () => (await settings()).WorkspaceSettingsPage,
  }),
  modulePage('CONFIG_LIST_FIELD', {
    path: '/configurasi/config_list_fields',
    search: readIdSearch,
    load: async () => (await settings()).ListFieldsPage,
  }),
  modulePage('CONFIG_SOCIAL_MEDIA', {
    path: '/configurasi/config_socmed',
    key: 'w',
    search: readIdSearch,
    load: async () => (await settings()).AccountsPage,
  }),
  page({
    path: '/settings/backup',
    permission: 'CONFIG_APP:VIEW',
    load: async () => (await import('#features/settings/backup/backup-page.tsx')).BackupPage,
  }),
  page({
    path: '/settings/setup',
    permission: 'CONFIG_APP:EDIT',
    load: async () => (await import('#features/first-run/pages.ts')).ChecklistPage,
  }),
  page({
    path: '/profile',
    search: (search): { refused?: string } =>
      typeof search['refused'] === 'string' ? { refused: search['refused'] } : {},
    load: async () => (await import('#features/auth/profile-page.tsx')).ProfilePage,
  }),
] as const;

type RegisteredPage = (typeof PAGE_REGISTRY)[number];
/** A page that stands in the menu. */
export type MenuPage = Extract<RegisteredPage, { code: ModuleCode }>;
export type PageCode = MenuPage['code'];
export type PagePath = MenuPage['path'];

function readIdSearch(search: Address): { id?: number } {
  const id = readId(search);
  return id === undefined ? {} : { id };
}
