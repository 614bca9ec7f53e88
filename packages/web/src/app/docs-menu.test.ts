import { expect, it } from 'vitest';
import { menuSections, pagesFor } from './pages.ts';
import { SETTINGS_GROUPS } from './settings-area/settings-pages.ts';
import area from './settings-area/texts.en.ts';
import shell from './shell/texts.en.ts';

const documents = import.meta.glob<string>(['../../../../README.md', '../../../../docs/*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const pageNames: Readonly<Record<string, string>> = shell.page;
const groupNames = shell.menu as Readonly<Record<string, string>>;

const menuNames = menuSections(pagesFor(() => true)).flatMap(({ group, pages }) =>
  group === '' || group === 'SETTINGS'
    ? []
    : [[groupNames[group] ?? '', pages.map(({ code }) => pageNames[code] ?? '')] as const],
);
const settingsNames = SETTINGS_GROUPS.flatMap(({ pages }) =>
  pages.map(({ id }) => pageNames[id] ?? area.name[id as keyof typeof area.name]),
);

/** The names of the pages in each group of the menu, and of those in the settings. */
const menu = new Map<string, string[]>([...menuNames, [shell.menu.SETTINGS, settingsNames]]);

/** `**Settings → Users**` and the like: the group and the page. */
const paths = Object.entries(documents).flatMap(([file, text]) =>
  [...text.matchAll(/\*\*([^*\n]+?) → ([^*\n]+?)(?: → [^*\n]+)?\*\*/g)].map(
    ([, group = '', page = '']) => [file, group, page] as const,
  ),
);

it('is read out of the documents', () => {
  expect(paths.length).toBeGreaterThan(8);
});

it.each(paths)('%s leads to %s → %s as the menu names it', (_file, group, page) => {
  expect(menu.get(group)).toContain(page);
});
