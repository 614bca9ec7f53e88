import type { PermissionCode } from '#shared/api/permissions.ts';
import { MODULES, type ModuleCode } from '@trunkline/contract';
import { PAGE_REGISTRY, type PageEntry, type RegisteredPath } from '../page-registry.ts';

/** Pages that stand for no module of their own; their names stand in the area's texts. */
type OwnName =
  | 'levels'
  | 'sign-in'
  | 'audit'
  | 'privacy'
  | 'blocked'
  | 'phone'
  | 'keys'
  | 'webhooks'
  | 'backup'
  | 'setup';
export type SettingsPageId = ModuleCode | OwnName;
const PARTS = ['phone', 'keys', 'webhooks'] as const satisfies readonly OwnName[];
type Part = (typeof PARTS)[number];

export type SettingsPath = Extract<RegisteredPath, `/settings/${string}` | `/configurasi/${string}`>;
export type SettingsPage = {
  id: SettingsPageId;
  path: SettingsPath;
  /** The part of the page that the address names, for pages that share a path. */
  part?: Part;
  permission: PermissionCode;
};

type Place = SettingsPath | readonly [SettingsPath, OwnName];

/** The addresses of each group in order; a page without a module has its name beside it. The rest is read from the registry. */
const PLACES = {
  people: [
    '/settings/users',
    ['/settings/users/levels', 'levels'],
    '/settings/departments',
    '/settings/skills',
    '/settings/break_reasons',
  ],
  tickets: [
    '/settings/types',
    '/settings/categories',
    '/settings/subcategories',
    '/settings/caller_types',
    '/settings/priorities',
    '/settings/office_hours',
    '/settings/holidays',
    '/settings/custom_fields',
    '/configurasi/config_list_fields',
  ],
  channels: [
    '/configurasi/config',
    '/configurasi/config_media_chat',
    '/configurasi/config_socmed',
    ['/configurasi/config_app', 'phone'],
  ],
  automation: [
    '/settings/media_template_content',
    '/settings/macros',
    '/settings/media_autoreplies',
    '/settings/automation',
  ],
  application: [
    '/configurasi/config_app',
    '/settings/information_categories',
    ['/configurasi/config_app', 'keys'],
    ['/configurasi/config_app', 'webhooks'],
    ['/settings/setup', 'setup'],
  ],
  security: [
    ['/settings/sign-in', 'sign-in'],
    ['/settings/audit', 'audit'],
    ['/settings/privacy', 'privacy'],
    ['/settings/blocked', 'blocked'],
    ['/settings/backup', 'backup'],
  ],
} as const satisfies Record<string, readonly Place[]>;

export type SettingsGroupId = keyof typeof PLACES;
export type SettingsGroup = { id: SettingsGroupId; pages: readonly SettingsPage[] };

/** All pages of the settings area, in groups. */
export const SETTINGS_GROUPS: readonly SettingsGroup[] = Object.entries(PLACES).map(([group, places]) => ({
  id: group as SettingsGroupId,
  pages: places.map((place: Place) => (typeof place === 'string' ? pageAt(place) : pageAt(...place))),
}));

function pageAt(path: SettingsPath, name?: OwnName): SettingsPage {
  const entry: PageEntry<string, object> | undefined = PAGE_REGISTRY.find((each) => each.path === path);
  const id = name ?? entry?.code;
  if (!id || !entry?.permission) throw new Error(`The registry has no module or permission for ${path}`);
  const part = PARTS.find((each) => each === name);
  return { id, path, ...(part && { part }), permission: entry.permission as PermissionCode };
}

/** Returns the groups with the pages that a person may see; groups without any are left out. */
export function settingsGroupsFor(can: (permission: PermissionCode) => boolean): SettingsGroup[] {
  return SETTINGS_GROUPS.map(({ id, pages }) => ({
    id,
    pages: pages.filter(({ permission }) => can(permission)),
  })).filter(({ pages }) => pages.length > 0);
}

/** Returns the key of a page's name: pages of the menu are called in the area as in the menu. */
export const nameKeyOf = (id: SettingsPageId): string =>
  isModule(id) ? `shell:page.${id}` : `settings-area:name.${id}`;

const isModule = (id: SettingsPageId): id is ModuleCode => MODULES.some(({ code }) => code === id);

/** Whether the address shows this page; of pages that share a path, the part of the address decides. */
export function isCurrent(
  { path, part }: Pick<SettingsPage, 'path' | 'part'>,
  { pathname, search }: { pathname: string; search: object },
): boolean {
  if (pathname.replace(/\/$/, '') !== path) return false;
  if (path !== '/configurasi/config_app') return true;
  return ('part' in search ? search.part : undefined) === part;
}
