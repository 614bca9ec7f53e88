import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import type { Words } from '../words.ts';
import { button, type State } from './state.ts';

/** Names of the demo workspace's custom fields are data, so they are the same in both languages. */
const WRITTEN = /^Order number: /;

async function openTicket(page: Page, { tickets }: Words, ticketId: number): Promise<void> {
  await page.goto(`/tickets?view=open&id=${ticketId}`);
  await expect(page.getByRole('textbox', { name: tickets.composer.reply })).toBeVisible();
}

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Custom fields: their settings, their answers, and forms that require them. */
export const FIELD_STATES: readonly State[] = [
  {
    name: 'custom-field-new-refused',
    show: async (page, { forms, lists }) => {
      await page.goto('/settings/custom_fields');
      await expect(page.getByRole('row').locator('a').first()).toBeVisible();
      await button(page, lists.list.custom_fields.new).click();
      await choose(page, lists.field.kind, lists.choice.choices);
      await button(page, forms.create).click();
      await expect(page.getByRole('dialog').getByText(lists.problem.required)).toHaveCount(3);
    },
  },
  {
    name: 'custom-field-in-use',
    isLoaded: true,
    show: async (page, { lists }) => {
      await page.goto('/settings/custom_fields?q=product');
      await page.getByRole('row').locator('a').first().click();
      await expect(page.getByRole('dialog').getByText(lists.fixed)).toHaveCount(2);
    },
  },
  {
    name: 'ticket-field-written',
    show: async (page, words, id) => {
      await openTicket(page, words, id);
      const details = button(page, words.tickets.action.showDetails);
      if (await details.isVisible()) await details.click();
      await page.getByRole('button', { name: WRITTEN }).click();
      await expect(page.getByRole('textbox', { name: 'Order number' })).toBeFocused();
    },
  },
  {
    name: 'ticket-fields-missing',
    show: async (page, words, id) => {
      const answer = await page.request.get('/api/reference');
      const { data } = (await answer.json()) as { data: { custom_fields: { id: number; entity: string }[] } };
      const details = data.custom_fields
        .filter(({ entity }) => entity === 'ticket')
        .map((field) => ({ path: `fields.${field.id}`, message: '' }));
      await page.route('**/api/tickets/*/solve', (route) =>
        route.fulfill({ status: 409, json: { code: 'fields_missing', message: '', details } }),
      );
      await openTicket(page, words, id);
      await page.keyboard.press('s');
      await page.getByRole('option', { name: words.shared.status.solved }).click();
      const dialog = page.getByRole('dialog', { name: words.tickets.fields.title });
      await dialog.getByRole('button', { name: words.tickets.fields.submit }).click();
      await expect(dialog.getByRole('combobox')).toBeVisible();
      await page.unrouteAll();
    },
  },
  {
    name: 'customer-fields',
    show: async (page, { customers }) => {
      await page.goto('/customers?id=4');
      await button(page, customers.profile.edit).click();
      await expect(page.getByRole('dialog').getByRole('checkbox', { name: 'VIP' })).toBeChecked();
    },
  },
];
