import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import type { Words } from '../words.ts';
import { button, type State } from './state.ts';

async function openRole(page: Page, { levels }: Words): Promise<void> {
  await page.goto('/settings/users/levels');
  await page.getByRole('link', { name: 'Agent', exact: true }).click();
  await expect(page.getByRole('table', { name: levels.matrix })).toBeVisible();
}

/** Roles: the list, the editor, and the dialogs to create, save and delete one; and what else is set for people. */
export const LEVEL_STATES: readonly State[] = [
  {
    name: 'roles',
    show: async (page, { levels }) => {
      await page.goto('/settings/users/levels');
      await expect(page.getByRole('table', { name: levels.list })).toBeVisible();
    },
  },
  { name: 'role', show: openRole },
  {
    name: 'role-none-found',
    show: async (page, words) => {
      await openRole(page, words);
      await page.getByRole('searchbox', { name: words.levels.search }).fill('nothing like this');
      await expect(page.getByText(words.levels['none-hint'])).toBeVisible();
    },
  },
  {
    name: 'role-save',
    show: async (page, words) => {
      await openRole(page, words);
      const visible = page.getByRole('radiogroup', { name: words.levels['visibility-label'] });
      await visible.getByRole('radio', { name: words.levels.visibility.own }).check();
      await page.getByRole('table', { name: words.levels.matrix }).getByRole('checkbox').nth(3).click();
      await button(page, words.forms.save).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'role-new',
    show: async (page, { levels }) => {
      await page.goto('/settings/users/levels');
      await button(page, levels.new).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'role-in-use',
    show: async (page, { levels }) => {
      await page.goto('/settings/users/levels');
      await button(page, levels.actions.replace('{{name}}', 'Agent')).click();
      await page.getByRole('menuitem', { name: levels.delete }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'users-import-problems',
    show: async (page, { users }) => {
      await page.goto('/settings/users');
      await button(page, users.more).click();
      await page.getByRole('menuitem', { name: users.import.title }).click();
      await page.locator('input[type=file]').setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('fullname,email,level\nSam Lee,no address,Astronaut\n'),
      });
      await expect(page.getByRole('region', { name: users.import['problem-list'] })).toBeVisible();
    },
  },
  {
    name: 'retention-preview',
    show: async (page) => {
      await page.goto('/settings/privacy');
      await page.getByRole('main').getByRole('combobox').first().click();
      await page.getByRole('option').first().click();
      await expect(page.getByRole('main').getByRole('status')).toBeVisible();
    },
  },
  {
    name: 'single-sign-on',
    show: async (page, { signIn }) => {
      await page.goto('/settings/sign-in');
      await expect(page.getByText(signIn['none-hint'])).toBeVisible();
    },
  },
  {
    name: 'single-sign-on-new',
    show: async (page, { signIn }) => {
      await page.goto('/settings/sign-in');
      await button(page, signIn.new).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];
