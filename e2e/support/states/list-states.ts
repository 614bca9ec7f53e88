import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import { button, type State } from './state.ts';

const PAGES = [
  'departments',
  'skills',
  'break_reasons',
  'information_categories',
  'types',
  'categories',
  'subcategories',
  'caller_types',
  'custom_fields',
  'media_template_content',
  'macros',
  'automation',
  'priorities',
  'office_hours',
  'holidays',
] as const;

const rows = (page: Page) => page.getByRole('row').locator('a');

async function open(page: Page, address: string): Promise<void> {
  // A faked answer of the state before is needed until both themes are checked, so it is removed only here.
  await page.unrouteAll();
  await page.goto(`/settings/${address}`);
  await expect(rows(page).first()).toBeVisible();
}

/** A calendar file with a few holidays, and a meeting that is not one. */
const CALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  ...['20270310:Nyepi', '20270526:Waisak', '20270811:Muharram'].flatMap((day) => [
    'BEGIN:VEVENT',
    `DTSTART;VALUE=DATE:${day.slice(0, 8)}`,
    `SUMMARY:${day.slice(9)}`,
    'END:VEVENT',
  ]),
  'BEGIN:VEVENT',
  'DTSTART:20270101T090000Z',
  'SUMMARY:Meeting',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

/** The settings lists, each as it opens, and further states of one of them. */
export const LIST_STATES: readonly State[] = [
  ...PAGES.map((name): State => ({ name: `list-${name}`, show: (page) => open(page, name) })),
  {
    name: 'list-none-found',
    show: async (page, { lists }) => {
      await page.goto('/settings/types?q=nothing+like+this');
      await expect(page.getByText(lists['none-found-hint'])).toBeVisible();
    },
  },
  {
    name: 'list-empty',
    show: async (page, { lists }) => {
      const json = { data: [], next: null, total: 0 };
      await page.route('**/api/settings/types?*', (route) => route.fulfill({ json }));
      await page.goto('/settings/types');
      await expect(page.getByText(lists.list.types.hint)).toBeVisible();
    },
  },
  {
    name: 'list-failed',
    show: async (page) => {
      await page.route('**/api/settings/types?*', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto('/settings/types');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'list-sorted',
    only: 'wide',
    show: async (page, { lists }) => {
      await open(page, 'subcategories?sort=category_id&status=active');
      await expect(button(page, lists['own-order'])).toBeVisible();
    },
  },
  {
    name: 'list-chosen',
    show: async (page, { lists }) => {
      await open(page, 'types');
      for (const box of (await page.getByRole('row').getByRole('checkbox').all()).slice(-2))
        await box.check();
      await expect(button(page, lists.bulk.clear)).toBeVisible();
    },
  },
  {
    name: 'list-row-menu',
    show: async (page) => {
      await open(page, 'types');
      await page.getByRole('row').locator('[aria-haspopup="menu"]').first().click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'list-edit',
    show: async (page) => {
      await open(page, 'priorities');
      await rows(page).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'list-macro',
    show: async (page, { lists }) => {
      await open(page, 'macros');
      await button(page, lists.list.macros.new).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: lists.mention.add }).click();
      await dialog.getByRole('option').first().click();
      await dialog.getByRole('combobox', { name: lists.field.assign_to_id }).click();
      await dialog.getByRole('option').first().click();
    },
  },
  {
    name: 'list-new-refused',
    show: async (page, { forms, lists }) => {
      await open(page, 'subcategories');
      await button(page, lists.list.subcategories.new).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(lists['is-active']).uncheck({ force: true });
      await button(page, forms.create).click();
      await expect(dialog.getByText(lists.problem.required)).toHaveCount(2);
    },
  },
  {
    name: 'list-stale',
    show: async (page, { forms, lists }) => {
      await open(page, 'caller_types');
      await rows(page).first().click();
      const dialog = page.getByRole('dialog');
      const name = dialog.getByLabel(lists.field.name, { exact: true });
      const before = await name.inputValue();
      const { data } = (await (await page.request.get('/api/settings/caller_types?limit=1')).json()) as {
        data: { id: number; version: number }[];
      };
      await name.fill(`${before} 2`);
      const change = (version: number, to: string) =>
        page.request.patch(`/api/settings/caller_types/${data[0]!.id}`, {
          data: { version, values: { name: to } },
        });
      await change(data[0]!.version, `${before} 1`);
      await button(page, forms.save).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await change(data[0]!.version + 1, before);
    },
  },
  {
    name: 'list-hours',
    show: async (page, { forms, lists }) => {
      await open(page, 'office_hours');
      await page.getByRole('row').getByRole('link', { name: 'Kopi Nusantara' }).click();
      const days = page.getByRole('group', { name: lists.field.hours });
      const until = days.locator('input').nth(1);
      await until.fill('06:00');
      await button(page, forms.save).click();
      await expect(page.getByText(lists.problem.office_hours.invalid)).toBeVisible();
    },
  },
  {
    name: 'list-holiday',
    show: async (page) => {
      await open(page, 'holidays');
      await rows(page).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'list-calendar',
    show: async (page, { lists }) => {
      await open(page, 'holidays');
      await button(page, lists.more).click();
      await page.getByRole('menuitem', { name: lists.calendar.title }).click();
      await page.locator('input[type=file]').setInputFiles({
        name: 'holidays.ics',
        mimeType: 'text/calendar',
        buffer: Buffer.from(CALENDAR),
      });
      await expect(page.getByText(lists.calendar.left)).toBeVisible();
    },
  },
  {
    name: 'list-template',
    show: async (page, { lists }) => {
      await open(page, 'media_template_content');
      await rows(page).first().click();
      await page.getByRole('dialog').getByLabel(lists.field.body, { exact: true }).fill('Hi {{colour}}');
      await expect(page.getByText('Hi {{colour}}').last()).toBeVisible();
    },
  },
  {
    name: 'list-history',
    show: async (page, { lists }) => {
      await open(page, 'caller_types');
      await page.keyboard.press('h');
      await expect(page.getByRole('dialog').getByRole('list')).toContainText(lists.history.action.changed);
    },
  },
  {
    name: 'list-import-problems',
    show: async (page, { lists }) => {
      await open(page, 'types');
      await button(page, lists.more).click();
      await page.getByRole('menuitem', { name: lists.import.title }).click();
      const file = { name: 'types.csv', mimeType: 'text/csv', buffer: Buffer.from('name,colour\nA,red\n') };
      await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(file);
      await expect(page.getByText(lists.import.problem.unknown_column)).toBeVisible();
    },
  },
];
