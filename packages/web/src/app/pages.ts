import { MODULES, type ModuleCode, type ModuleEntry } from '@trunkline/contract';

/** The modules whose pages are built. The others are not in the menu, whatever a level says. */
export const BUILT = [
  'MONITORING',
  'TICKETS',
  'CUSTOMERS',
  'USERS',
  'DEPARTMENTS',
  'SKILLS',
  'TYPES',
  'CATEGORY',
  'SUBCATEGORY',
  'CALLER_TYPES',
  'CUSTOM_FIELDS',
  'TEMPLATE_CONTENT',
  'OFFICE_HOURS',
  'HOLIDAYS',
  'MACROS',
  'AUTOMATION',
  'MEDIA_AUTOREPLIES',
  'SETTING_PRIORITY',
  'CONFIG_EMAILS',
  'CONFIG_APP',
  'CONFIG_MEDIA_CHAT',
  'CONFIG_SOCIAL_MEDIA',
] as const satisfies readonly ModuleCode[];
export type BuiltCode = (typeof BUILT)[number];
export type Page = Omit<ModuleEntry, 'code' | 'link'> & { code: BuiltCode; link: PagePath };
export type PagePath =
  | '/monitoring'
  | '/tickets'
  | '/customers'
  | '/settings/users'
  | '/settings/departments'
  | '/settings/skills'
  | '/settings/types'
  | '/settings/categories'
  | '/settings/subcategories'
  | '/settings/caller_types'
  | '/settings/custom_fields'
  | '/settings/media_template_content'
  | '/settings/office_hours'
  | '/settings/holidays'
  | '/settings/macros'
  | '/settings/automation'
  | '/settings/media_autoreplies'
  | '/settings/priorities'
  | '/configurasi/config'
  | '/configurasi/config_app'
  | '/configurasi/config_media_chat'
  | '/configurasi/config_socmed';

/** The pages that a person may see, in menu order. */
export function pagesFor(can: (permission: `${ModuleCode}:VIEW`) => boolean): Page[] {
  return MODULES.filter(
    (entry) => (BUILT as readonly string[]).includes(entry.code) && can(`${entry.code}:VIEW`),
  ) as Page[];
}

export type MenuSection = { group: Page['group']; pages: Page[] };

/** Menu order, neighbours of one group together; pages without a group stand alone in sections of their own. */
export function menuSections(pages: readonly Page[]): MenuSection[] {
  const sections: MenuSection[] = [];
  for (const page of pages) {
    const last = sections.at(-1);
    if (last && last.group === page.group) last.pages.push(page);
    else sections.push({ group: page.group, pages: [page] });
  }
  return sections;
}
