import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import type { Words } from '../words.ts';
import { button, type State } from './state.ts';

type Field = { id: number; entity: string; kind: string; name: string };

async function aField(page: Page): Promise<Field> {
  const { data } = (await (await page.request.get('/api/reference')).json()) as {
    data: { custom_fields: Field[] };
  };
  const field = data.custom_fields.find(({ entity }) => entity === 'customer');
  if (!field) throw new Error('the demo asks customers for nothing');
  return field;
}

async function filtered(page: Page, op: 'is_set' | 'is_empty'): Promise<void> {
  const field = await aField(page);
  const where = JSON.stringify([{ field: `field:${field.id}`, op }]);
  await page.goto(`/customers?where=${encodeURIComponent(where)}`);
}

async function openImport(page: Page, { customers }: Words): Promise<void> {
  await page.goto('/customers');
  await button(page, customers.import.more).click();
  await page.getByRole('menuitem', { name: customers.import.title }).click();
}

/** The customer list's dialogs: conditions, columns, and imports with undo. */
export const CUSTOMER_STATES: readonly State[] = [
  {
    name: 'customers-filter-builder',
    show: async (page, { customers, listing }) => {
      const field = await aField(page);
      await page.goto('/customers');
      await button(page, customers.filter.label).click();
      await button(page, listing.add).click();
      await page.getByRole('menuitem', { name: field.name }).click();
      await expect(page.getByRole('group', { name: listing.row.replace('{{n}}', '1') })).toBeVisible();
    },
  },
  {
    name: 'customers-filtered',
    show: async (page, { listing }) => {
      await filtered(page, 'is_empty');
      await expect(button(page, listing.clearFilters)).toBeVisible();
      await expect(page.getByRole('row').nth(2)).toBeVisible();
    },
  },
  {
    name: 'customers-columns',
    only: 'wide',
    show: async (page, { table }) => {
      await page.goto('/customers');
      await button(page, table.columns.choose).click();
      await expect(page.getByRole('dialog', { name: table.columns.title })).toBeVisible();
    },
  },
  {
    name: 'customer-import-done',
    show: async (page, words) => {
      const { customers } = words;
      await openImport(page, words);
      const rows = [1, 2].map((n) => `Walked ${n},${randomUUID()}@walk.example`);
      await page.locator('input[type=file]').setInputFiles({
        name: 'walked.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['Name,E-mail', ...rows, 'Wrong,no address'].join('\n')),
      });
      await button(page, customers.import.check).click();
      await button(page, customers.import.apply).click();
      await expect(button(page, customers.undoImport.undo)).toBeVisible();
    },
  },
  {
    name: 'customer-import-undone',
    show: async (page, { customers }) => {
      await button(page, customers.undoImport.undo).click();
      const [done = ''] = customers.undoImport.done.split('{{');
      await expect(page.getByText(done)).toBeVisible();
    },
  },
  {
    name: 'customer-import-last',
    show: async (page, words) => {
      await openImport(page, words);
      await expect(page.getByRole('region', { name: words.customers.undoImport.last })).toBeVisible();
    },
  },
];
