import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import { addMailbox } from './add-mailbox.ts';
import { button, type State } from './state.ts';

const SENDERS = '**/api/mail/senders';

/** A mail to somebody who has not written. */
export const WRITE_STATES: readonly State[] = [
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
    name: 'write-discarded',
    show: async (page, { newMail }) => {
      await button(page, newMail.discard).click();
      await expect(page.getByRole('textbox', { name: newMail.subject })).toHaveValue('');
    },
  },
];

const to = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
