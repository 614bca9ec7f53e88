import { expect } from '../test.ts';
import { button, type State } from './state.ts';

/** The shell around every page. */
export const SHELL_STATES: readonly State[] = [
  {
    name: 'search',
    show: async (page) => {
      await page.goto('/customers');
      await expect(page.getByRole('row').nth(3)).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'search-found',
    show: async (page) => {
      await page.getByRole('combobox').fill('rina');
      await expect(page.getByRole('option', { name: 'Rina' }).first()).toBeVisible();
    },
  },
  {
    name: 'search-nothing',
    show: async (page) => {
      await page.getByRole('combobox').fill('nothing like this');
      await expect(page.getByRole('option')).toHaveCount(0);
    },
  },
  {
    name: 'shortcuts',
    show: async (page, { shell }) => {
      await page.goto('/tickets?view=open');
      await expect(page.getByRole('listitem').nth(4)).toBeVisible();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: shell.help.title })).toBeVisible();
    },
  },
  {
    name: 'activity-menu',
    show: async (page, { shell }) => {
      await page.goto('/customers');
      await page.locator('button[data-activity]').click();
      await expect(page.getByRole('menuitem', { name: shell.activity['2'] })).toBeVisible();
    },
  },
  {
    name: 'account-menu',
    show: async (page, { shell }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: shell.account.label.replace('{{name}}', '') }).click();
      await expect(button(page, shell.account['sign-out'])).toBeVisible();
    },
  },
  {
    name: 'navigation',
    only: 'narrow',
    show: async (page, { shell }) => {
      await page.keyboard.press('Escape');
      await button(page, shell.menu.show).click();
      await expect(
        page.getByRole('dialog').getByRole('link', { name: shell.page.TICKETS, exact: true }),
      ).toBeVisible();
    },
  },
  {
    name: 'navigation-wide',
    only: 'wide',
    show: async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('[');
    },
  },
  {
    name: 'page-missing',
    show: async (page, { shell }) => {
      await page.goto('/nothing/here');
      await expect(page.getByRole('heading', { name: shell.missing.title })).toBeVisible();
    },
  },
];
