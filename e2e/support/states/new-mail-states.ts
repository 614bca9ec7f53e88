import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import { addMailbox } from './add-mailbox.ts';
import { button, type State } from './state.ts';

const SENDERS = '**/api/mail/senders';

const REFERENCE = '**/api/reference';

/** Makes a custom field required for new tickets, in the answers to this page only. */
async function requireOrderNumber(page: Page): Promise<void> {
  await page.route(REFERENCE, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { custom_fields: { name: string }[] } };
    const always = { required: 'create', type_ids: [], category_ids: [] };
    const custom_fields = data.custom_fields.map((field) =>
      field.name === 'Order number' ? { ...field, ...always } : field,
    );
    await route.fulfill({ response, json: { data: { ...data, custom_fields } } });
  });
}

/** A new e-mail to somebody who has not written before. */
export const NEW_MAIL_STATES: readonly State[] = [
  {
    name: 'write-no-mailbox',
    show: async (page, { newMail }) => {
      await page.route(SENDERS, (route) => route.fulfill({ json: { data: [] } }));
      await page.goto('/tickets/write');
      await expect(page.getByText(newMail.none.title)).toBeVisible();
    },
  },
  {
    name: 'write',
    show: async (page, { newMail }) => {
      await page.unroute(SENDERS);
      await addMailbox(page);
      await page.goto('/tickets/write');
      await expect(page.getByRole('textbox', { name: newMail.text })).toBeVisible();
    },
  },
  {
    name: 'write-missing',
    show: async (page, { newMail }) => {
      await button(page, newMail.send).click();
      await expect(page.getByText(newMail.need.html)).toBeVisible();
    },
  },
  {
    name: 'write-suggested',
    show: async (page, { mail }) => {
      await to(page, mail.head.to).fill('wulan');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'write-failed',
    show: async (page, { mail, newMail }) => {
      await to(page, mail.head.to).fill('rina@mail.example,');
      await button(page, mail.head.cc).click();
      await page.getByRole('textbox', { name: mail.head.cc }).fill('Putri Wulandari <putri@mail.example>,');
      await page.getByRole('textbox', { name: newMail.subject }).fill('The machine that you ordered');
      await page.getByRole('textbox', { name: newMail.text }).fill('It is here.');
      await page.route('**/api/mails', (route) => route.abort());
      await button(page, newMail.send).click();
      await expect(page.getByText(newMail.failed.offline)).toBeVisible();
      await page.unroute('**/api/mails');
    },
  },
  {
    name: 'write-sent-already',
    show: async (page, { newMail }) => {
      const error = { code: 'already_sent', message: 'Sent', details: { ticket_id: 1, message_id: 1 } };
      await page.route('**/api/mails', (route) => route.fulfill({ status: 409, json: error }));
      await button(page, newMail.again).click();
      await expect(page.getByRole('link', { name: newMail.showSent })).toBeVisible();
      await page.unroute('**/api/mails');
    },
  },
  {
    name: 'write-required',
    show: async (page, { newMail, fields }) => {
      await requireOrderNumber(page);
      await page.reload();
      await expect(page.getByRole('textbox', { name: 'Order number' })).toBeVisible();
      await button(page, newMail.send).click();
      await expect(page.getByText(fields.problem.required)).toBeVisible();
      await page.unroute(REFERENCE);
    },
  },
  {
    name: 'write-discarded',
    show: async (page, { newMail }) => {
      await button(page, newMail.discard).click();
      await expect(page.getByRole('textbox', { name: newMail.subject })).toHaveValue('');
    },
  },
];

const to = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
