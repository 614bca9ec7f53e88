import { expect, it } from 'vitest';
import { menuSections, pagesFor } from './pages.ts';
import shell from './shell/texts.en.ts';

const documents = import.meta.glob<string>(['../../../../README.md', '../../../../docs/*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const pageNames: Readonly<Record<string, string>> = shell.page;
const groupNames = shell.menu as Readonly<Record<string, string>>;

/** The names of the pages in each group of the menu. */
const menu = new Map(
  menuSections(pagesFor(() => true)).flatMap((section) =>
    section.group === ''
      ? []
      : [[groupNames[section.group] ?? '', section.pages.map(({ code }) => pageNames[code] ?? '')] as const],
  ),
);

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
