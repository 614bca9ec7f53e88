import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import { button, type State } from './state.ts';

const PAGES = [
  'departments',
  'types',
  'categories',
  'subcategories',
  'caller_types',
  'media_template_content',
  'priorities',
] as const;

const rows = (page: Page) => page.getByRole('row').locator('a');

async function open(page: Page, address: string): Promise<void> {
  // An answer that was made up for the state before is looked at in both themes, so it ends only here.
  await page.unrouteAll();
  await page.goto(`/settings/${address}`);
  await expect(rows(page).first()).toBeVisible();
}

/** The lists of the settings, each as it opens, and what one of them can look like besides. */
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
    name: 'list-new-refused',
    show: async (page, { lists }) => {
      await open(page, 'subcategories');
      await button(page, lists.list.subcategories.new).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(lists['is-active']).uncheck({ force: true });
      await button(page, lists.create).click();
      await expect(dialog.getByText(lists.problem.required)).toHaveCount(2);
    },
  },
  {
    name: 'list-stale',
    show: async (page, { lists }) => {
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
      await button(page, lists.save).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await change(data[0]!.version + 1, before);
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
