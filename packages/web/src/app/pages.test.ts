import { MODULES } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { menuSections, pagesFor } from './pages.ts';
import en from './shell/texts.en.ts';
import id from './shell/texts.id.ts';

it('shows what is built and allowed, in menu order', () => {
  const allowed = new Set(['CONFIG_APP:VIEW', 'TICKETS:VIEW', 'REPORT_CALLS:VIEW']);
  expect(pagesFor((code) => allowed.has(code)).map((page) => page.link)).toEqual([
    '/tickets',
    '/configurasi/config_app',
  ]);
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
});

it('keeps a group together', () => {
  const sections = menuSections(pagesFor(() => true));
  expect(sections.map((section) => [section.group, section.pages.map((page) => page.code)])).toEqual([
    ['', ['MONITORING', 'TICKETS', 'CUSTOMERS']],
    [
      'SETTINGS',
      [
        'USERS',
        'DEPARTMENTS',
        'SKILLS',
        'TYPES',
        'CATEGORY',
        'SUBCATEGORY',
        'CALLER_TYPES',
        'BREAK_REASON',
        'OFFICE_HOURS',
        'HOLIDAYS',
        'CUSTOM_FIELDS',
        'TEMPLATE_CONTENT',
        'MACROS',
        'AUTOMATION',
        'MEDIA_AUTOREPLIES',
        'SETTING_PRIORITY',
      ],
    ],
    ['CONFIGURATION', ['CONFIG_EMAILS', 'CONFIG_MEDIA_CHAT', 'CONFIG_APP', 'CONFIG_SOCIAL_MEDIA']],
  ]);
});

it('the survey’s page has the title of section 2, in every language', () => {
  expect([en.page.CONFIG_SURVEY, id.page.CONFIG_SURVEY]).toEqual(['Net Promote Score', 'Net Promote Score']);
});
