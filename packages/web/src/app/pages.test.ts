import { MODULES } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { menuSections, pagesFor } from './pages.ts';
import en from './shell/texts.en.ts';
import id from './shell/texts.id.ts';

const order = new Map(MODULES.map(({ code }, index) => [code, index]));
const placeOf = ({ code }: { code: (typeof MODULES)[number]['code'] }) => order.get(code) ?? -1;

it('shows what is allowed, and nothing else', () => {
  const allowed = new Set(['CONFIG_APP:VIEW', 'TICKETS:VIEW']);
  expect(pagesFor((code) => allowed.has(code)).map((page) => page.link)).toEqual([
    '/tickets',
    '/configurasi/config_app',
  ]);
});

it('stands in the order of section 2', () => {
  const places = pagesFor(() => true).map(placeOf);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

it('leads to the addresses of section 2', () => {
  const links = new Map(MODULES.map(({ code, link }) => [code, link]));
  expect(pagesFor(() => true).map(({ code, link }) => [code, link])).toEqual(
    pagesFor(() => true).map(({ code }) => [code, links.get(code)]),
  );
});

it('gives no two pages the same key', () => {
  const keys = pagesFor(() => true).flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  // "g n" already opens the notifications.
  expect(keys).not.toContain('n');
});

it('keeps a group together', () => {
  const all = pagesFor(() => true);
  const sections = menuSections(all);
  const groups = sections.map(({ group }) => group);
  expect(new Set(groups).size).toBe(groups.length);
  expect(sections.flatMap(({ pages }) => pages)).toEqual(all);
});

it('the survey’s page has the title of section 2, in every language', () => {
  expect([en.page.CONFIG_SURVEY, id.page.CONFIG_SURVEY]).toEqual(['Net Promote Score', 'Net Promote Score']);
});
