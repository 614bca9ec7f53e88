import type { Page } from 'playwright/test';
import { DEMO_PASSWORD } from '../server.ts';
import { expect } from '../test.ts';
import type { Words } from '../words.ts';
import { button, type State } from './state.ts';

async function openRole(page: Page, { levels }: Words): Promise<void> {
  await page.goto('/settings/users/levels');
  await page.getByRole('link', { name: 'Agent', exact: true }).click();
  await expect(page.getByRole('table', { name: levels.matrix })).toBeVisible();
}

/** Adds a user who has not signed in yet; returns their id and how they are called. */
async function addUser(page: Page): Promise<{ id: number; fullname: string; version: number }> {
  const levels = (await (await page.request.get('/api/levels')).json()) as {
    data: { id: number; name: string }[];
  };
  const level = levels.data.find(({ name }) => name === 'Agent');
  const fullname = `Sam ${Date.now().toString(36)}`;
  const data = {
    fullname,
    username: fullname.replace(' ', '.'),
    email: null,
    user_level_id: level?.id,
    sign_in: 'temporary_password',
  };
  const made = await page.request.post('/api/users', { data });
  expect(made.status()).toBe(200);
  return ((await made.json()) as { data: { id: number; fullname: string; version: number } }).data;
}

async function openUser(page: Page, fullname: string): Promise<void> {
  await page.goto('/settings/users');
  await page.getByRole('link', { name: new RegExp(fullname) }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openProviders(page: Page): Promise<void> {
  const { data: before } = (await (await page.request.get('/api/sign_in_providers')).json()) as {
    data: object[];
  };
  const data = {
    name: 'Corporate',
    issuer: 'https://login.centre.example',
    client_id: 'desk',
    client_secret: 'x',
  };
  if (before.length === 0)
    expect((await page.request.post('/api/sign_in_providers', { data })).status()).toBe(200);
  await page.goto('/settings/sign-in');
  await page.getByRole('button', { name: /Corporate/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
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
    name: 'users-import',
    show: async (page, { users }) => {
      await page.goto('/settings/users');
      await button(page, users.more).click();
      await page.getByRole('menuitem', { name: users.import.title }).click();
      await page.locator('input[type=file]').setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('fullname,email,level\nSam Lee,sam.lee@centre.example,Agent\n'),
      });
      await expect(page.getByRole('region', { name: users.import['line-list'] })).toBeVisible();
    },
  },
  {
    name: 'user-temporary-password',
    show: async (page, { users }) => {
      await openUser(page, (await addUser(page)).fullname);
      await button(page, users.reset.temporary).click();
      await expect(page.getByRole('dialog', { name: users.password.title })).toBeVisible();
    },
  },
  {
    name: 'user-erase',
    show: async (page, { users }) => {
      const { id, fullname, version } = await addUser(page);
      const data = { version, hand_over: 'leave' };
      expect((await page.request.post(`/api/users/${id}/deactivate`, { data })).status()).toBe(200);
      await openUser(page, fullname);
      await button(page, `${users.erase.action}…`).click();
      await expect(page.getByLabel(users.erase['type-name'].replace('{{name}}', fullname))).toBeVisible();
    },
  },
  {
    name: 'role-second-factor',
    show: async (page, { levels }) => {
      await page.goto('/settings/users/levels');
      await page.getByRole('link', { name: 'QA analyst', exact: true }).click();
      await expect(page.getByRole('table', { name: levels.matrix })).toBeVisible();
      await page.evaluate(() => globalThis.scrollTo(0, document.body.scrollHeight));
    },
  },
  {
    name: 'retention-preview',
    show: async (page) => {
      await page.goto('/settings/privacy');
      // The search of the settings is a combobox too.
      await page.getByRole('main').getByRole('listitem').getByRole('combobox').first().click();
      await page.getByRole('option').first().click();
      await expect(page.getByRole('main').getByRole('listitem').getByRole('status')).toBeVisible();
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
  {
    name: 'single-sign-on-one',
    show: async (page, { signIn }) => {
      await openProviders(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(signIn.field.level_claim).fill('groups');
      await button(page, signIn['add-row']).first().click();
      await button(page, signIn.test).click();
      await expect(dialog.getByText(signIn.fault.unreachable)).toBeVisible();
    },
  },
  {
    name: 'single-sign-on-remove',
    show: async (page, { signIn }) => {
      await openProviders(page);
      await button(page, `${signIn.remove}…`).click();
      await expect(page.getByRole('dialog').last()).toContainText('Corporate');
    },
  },
  {
    name: 'list-fields-own',
    show: async (page, { listFields }) => {
      await page.goto('/configurasi/config_list_fields');
      const parts = page.getByRole('radiogroup', { name: listFields.own });
      await expect(parts).toHaveCount(2);
      for (const part of await parts.all()) await part.getByText(listFields.custom, { exact: true }).click();
      await expect(page.getByRole('main').getByRole('checkbox').nth(5)).toBeVisible();
    },
  },
  {
    name: 'audit-none',
    show: async (page, { area }) => {
      await page.goto('/settings/audit?q=nothing+like+this');
      await expect(page.getByRole('heading', { name: area.name.audit, exact: true })).toBeVisible();
      await expect(page.getByRole('main').getByRole('row').nth(1)).toBeHidden();
    },
  },
  {
    name: 'settings-transfer',
    show: async (page, { backup }) => {
      const file = (await (await page.request.get('/api/settings_transfer')).json()) as {
        lists: Record<string, object[]>;
      };
      const lists = { ...file.lists, skills: [{ name: 'Juggling' }], moods: [{ name: 'Good' }] };
      await page.goto('/settings/backup');
      await page.locator('input[type=file]').setInputFiles({
        name: 'settings.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ ...file, lists })),
      });
      await expect(button(page, backup.transfer.apply)).toBeVisible();
      await button(page, backup.transfer.apply).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-transfer-problems',
    show: async (page, { backup }) => {
      const file = (await (await page.request.get('/api/settings_transfer')).json()) as object;
      const lists = { skills: [{ name: '' }], subcategories: [{ name: 'x', category_id: 'Nowhere' }] };
      await page.goto('/settings/backup');
      await page.locator('input[type=file]').setInputFiles({
        name: 'settings.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ ...file, lists })),
      });
      await expect(page.getByText(backup.transfer.problems)).toBeVisible();
    },
  },
  {
    name: 'backup-done',
    show: async (page, { backup }) => {
      await page.goto('/settings/backup');
      await button(page, backup.run).click();
      await expect(page.getByText(backup.state.done).first()).toBeVisible();
    },
  },
  {
    name: 'customer-hold',
    show: async (page, { customerPrivacy }) => {
      await page.goto('/customers?id=5');
      await button(page, `${customerPrivacy.hold}…`).click();
      await expect(page.getByRole('dialog').last().getByLabel(customerPrivacy.reason)).toBeVisible();
    },
  },
  {
    name: 'customer-erase',
    show: async (page, { customerPrivacy }) => {
      await page.goto('/customers?id=5');
      await button(page, `${customerPrivacy.erase}…`).click();
      await expect(page.getByText(customerPrivacy['erase-hint'])).toBeVisible();
    },
  },
  {
    name: 'profile-second-factor',
    show: async (page, { secondFactor }) => {
      await page.goto('/profile');
      await button(page, secondFactor['set-up']).click();
      const dialog = page.getByRole('dialog', { name: secondFactor.title });
      await dialog.getByLabel(secondFactor.password).fill(DEMO_PASSWORD);
      await button(page, secondFactor.continue).click();
      await expect(dialog.getByRole('img', { name: secondFactor.qr })).toBeVisible();
    },
  },
];
