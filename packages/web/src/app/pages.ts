import { shownGroup, type ShownGroup } from '#shared/api/menu-group.ts';
import { MODULES, type ModuleCode } from '@trunkline/contract';
import { PAGE_REGISTRY, type MenuPage, type PageCode, type PagePath } from './page-registry.ts';

export type Page = { group: ShownGroup; code: PageCode; link: PagePath; key: string | undefined };

/** Returns the pages that a person may see, in menu order. A module without a page is never in the menu, whatever the role allows. */
export function pagesFor(can: (permission: `${ModuleCode}:VIEW`) => boolean): Page[] {
  return MODULES.flatMap(({ code, group }) => {
    const entry = PAGE_REGISTRY.find((each): each is MenuPage => each.code === code);
    if (!entry || !can(`${code}:VIEW`)) return [];
    return [{ code: entry.code, link: entry.path, group: shownGroup(group), key: entry.key }];
  });
}

export type MenuSection = { group: Page['group']; pages: Page[] };

/** Groups pages in menu order: neighbours of one group share a section, a page without a group has a section of its own. */
export function menuSections(pages: readonly Page[]): MenuSection[] {
  const sections: MenuSection[] = [];
  for (const page of pages) {
    const last = sections.at(-1);
    if (last && last.group === page.group) last.pages.push(page);
    else sections.push({ group: page.group, pages: [page] });
  }
  return sections;
}
