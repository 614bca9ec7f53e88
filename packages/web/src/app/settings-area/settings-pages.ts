import type { ModuleCode } from '@trunkline/contract';

/** Pages of the area that are not in the menu of the specification; their names stand in the area's texts. */
const OWN_NAMES = [
  'levels',
  'sign-in',
  'audit',
  'privacy',
  'blocked',
  'phone',
  'keys',
  'webhooks',
  'backup',
  'setup',
] as const;
type OwnName = (typeof OWN_NAMES)[number];
export type SettingsPageId = ModuleCode | OwnName;
type Part = 'phone' | 'keys' | 'webhooks';

export type SettingsPage = {
  id: SettingsPageId;
  path: SettingsPath;
  /** The part of the page that the address names, for pages that share a path. */
  part?: Part;
};
export type SettingsGroup = { id: SettingsGroupId; pages: readonly SettingsPage[] };

const PLACES = {
  people: [
    ['USERS', '/settings/users'],
    ['levels', '/settings/users/levels'],
    ['DEPARTMENTS', '/settings/departments'],
    ['SKILLS', '/settings/skills'],
    ['BREAK_REASON', '/settings/break_reasons'],
  ],
  tickets: [
    ['TYPES', '/settings/types'],
    ['CATEGORY', '/settings/categories'],
    ['SUBCATEGORY', '/settings/subcategories'],
    ['CALLER_TYPES', '/settings/caller_types'],
    ['SETTING_PRIORITY', '/settings/priorities'],
    ['OFFICE_HOURS', '/settings/office_hours'],
    ['HOLIDAYS', '/settings/holidays'],
    ['CUSTOM_FIELDS', '/settings/custom_fields'],
    ['CONFIG_LIST_FIELD', '/configurasi/config_list_fields'],
  ],
  channels: [
    ['CONFIG_EMAILS', '/configurasi/config'],
    ['CONFIG_MEDIA_CHAT', '/configurasi/config_media_chat'],
    ['CONFIG_SOCIAL_MEDIA', '/configurasi/config_socmed'],
    ['phone', '/configurasi/config_app', 'phone'],
  ],
  automation: [
    ['TEMPLATE_CONTENT', '/settings/media_template_content'],
    ['MACROS', '/settings/macros'],
    ['MEDIA_AUTOREPLIES', '/settings/media_autoreplies'],
    ['AUTOMATION', '/settings/automation'],
  ],
  application: [
    ['CONFIG_APP', '/configurasi/config_app'],
    ['INFORMATION_CATEGORY', '/settings/information_categories'],
    ['keys', '/configurasi/config_app', 'keys'],
    ['webhooks', '/configurasi/config_app', 'webhooks'],
    ['setup', '/settings/setup'],
  ],
  security: [
    ['sign-in', '/settings/sign-in'],
    ['audit', '/settings/audit'],
    ['privacy', '/settings/privacy'],
    ['blocked', '/settings/blocked'],
    ['backup', '/settings/backup'],
  ],
} as const satisfies Record<string, readonly (readonly [SettingsPageId, `/${string}`, Part?])[]>;

export type SettingsGroupId = keyof typeof PLACES;
export type SettingsPath = (typeof PLACES)[SettingsGroupId][number][1];

const isOwn = (id: SettingsPageId): id is OwnName => OWN_NAMES.some((name) => name === id);

/** All pages of the settings area, in groups. */
export const SETTINGS_GROUPS: readonly SettingsGroup[] = Object.entries(PLACES).map(([group, places]) => ({
  id: group as SettingsGroupId,
  pages: places.map(([id, path, part]: readonly [SettingsPageId, SettingsPath, Part?]) => ({
    id,
    path,
    ...(part && { part }),
  })),
}));

/** Returns the groups with the pages at addresses that a person may see; groups without any are left out. */
export function settingsGroupsFor(maySee: (path: SettingsPath) => boolean): SettingsGroup[] {
  return SETTINGS_GROUPS.map(({ id, pages }) => ({
    id,
    pages: pages.filter(({ path }) => maySee(path)),
  })).filter(({ pages }) => pages.length > 0);
}

/** Returns the key of a page's name: pages of the menu are called in the area as in the menu. */
export const nameKeyOf = (id: SettingsPageId): string =>
  isOwn(id) ? `settings-area:name.${id}` : `shell:page.${id}`;

/** Whether the address shows this page; of pages that share a path, the part of the address decides. */
export function isCurrent(
  { path, part }: Pick<SettingsPage, 'path' | 'part'>,
  { pathname, search }: { pathname: string; search: object },
): boolean {
  if (pathname.replace(/\/$/, '') !== path) return false;
  if (path !== '/configurasi/config_app') return true;
  return ('part' in search ? search.part : undefined) === part;
}
