import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import { addAccount } from './add-account.ts';
import { addMailbox } from './add-mailbox.ts';
import { addPost } from './add-post.ts';
import { addWebForm } from './add-web-form.ts';
import { button, type State } from './state.ts';
import type { Words } from '../words.ts';

/** Customers, settings and the profile. */
export const PAGE_STATES: readonly State[] = [
  {
    name: 'monitoring',
    show: async (page, { floor }) => {
      await page.goto('/monitoring');
      await expect(page.getByText(floor.live, { exact: true })).toBeVisible();
    },
  },
  {
    name: 'customers',
    show: async (page) => {
      await page.goto('/customers');
      await expect(page.getByRole('row').nth(3)).toBeVisible();
    },
  },
  {
    name: 'customers-none',
    show: async (page, { customers }) => {
      await page.goto('/customers?q=nothing+like+this');
      await expect(page.getByText(customers['none-found-hint'])).toBeVisible();
    },
  },
  {
    name: 'customer',
    show: async (page, { customers }) => {
      await page.goto('/customers?id=5');
      await expect(button(page, customers.profile.edit)).toBeVisible();
    },
  },
  {
    name: 'customer-edit',
    show: async (page, { customers }) => {
      await page.goto('/customers?id=5');
      await button(page, customers.profile.edit).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'customer-new-refused',
    show: async (page, { customers, forms }) => {
      await page.goto('/customers');
      await button(page, customers.new).click();
      await page.getByRole('dialog').getByLabel(customers.form.company).fill('Kedai Senja');
      await page.getByRole('dialog').getByRole('button', { name: forms.create }).click();
      await expect(page.getByText(customers.form.problem.required)).toBeVisible();
    },
  },
  {
    name: 'settings-all',
    show: async (page, { area }) => {
      await page.goto('/settings');
      await expect(page.getByText(area.about.audit)).toBeVisible();
    },
  },
  {
    name: 'settings-found',
    show: async (page, { area }) => {
      await page.goto('/settings');
      await page.getByRole('combobox', { name: area.search }).fill('pass');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'settings-app',
    show: async (page, { settings }) => {
      await page.goto('/configurasi/config_app');
      await expect(page.getByRole('heading', { name: settings.app.title, exact: true })).toBeVisible();
    },
  },
  {
    name: 'settings-accounts-none',
    show: async (page, { accounts }) => {
      await page.goto('/configurasi/config_socmed');
      await button(page, accounts.new).click();
      await expect(page.getByText(accounts['webhook-new'])).toBeVisible();
    },
  },
  {
    name: 'settings-account',
    show: async (page, { accounts }) => {
      await page.goto(`/configurasi/config_socmed?id=${await addAccount(page)}`);
      await expect(page.getByText(accounts.by.whatsapp.step.subscribe)).toBeVisible();
    },
  },
  {
    name: 'auto-replies',
    show: async (page, { autoreplies }) => {
      await openReplies(page);
      for (const kind of ['busy', 'idle'] as const)
        await page.getByRole('switch', { name: `${autoreplies.kind[kind]}: ${autoreplies.on}` }).click();
      await page.getByRole('switch', { name: autoreplies.closes }).click();
      await expect(page.getByText(autoreplies.preview)).toHaveCount(2);
    },
  },
  {
    name: 'auto-replies-refused',
    show: async (page, { autoreplies, settings, forms }) => {
      await openReplies(page);
      await page.getByRole('switch', { name: `${autoreplies.kind.welcome}: ${autoreplies.on}` }).click();
      await page.getByRole('textbox').first().fill('{{position}}');
      await button(page, forms.save).click();
      await expect(page.getByText(settings.invalid)).toBeVisible();
    },
  },
  {
    name: 'auto-replies-list',
    only: 'narrow',
    show: async (page, { autoreplies }) => {
      await page.goto('/settings/media_autoreplies');
      await expect(page.getByRole('heading', { name: autoreplies.title, exact: true })).toBeVisible();
    },
  },
  {
    name: 'settings-routing',
    show: async (page, { settings }) => {
      await page.goto('/configurasi/config_app');
      const weights = page.getByRole('group', { name: settings.routing.weights });
      await weights.scrollIntoViewIfNeeded();
      await expect(weights.getByRole('combobox')).toHaveCount(5);
    },
  },
  {
    name: 'people',
    show: async (page) => {
      await page.goto('/settings/users');
      await expect(page.getByRole('row').nth(3)).toBeVisible();
    },
  },
  {
    name: 'people-none',
    show: async (page, { users }) => {
      await page.goto('/settings/users');
      await page.getByRole('searchbox', { name: users.search }).fill('nothing like this');
      await expect(page.getByText(users['none-hint'])).toBeVisible();
    },
  },
  {
    name: 'person',
    show: async (page, { users }) => {
      await page.goto('/settings/users');
      await page.getByRole('link', { name: /Andi Pratama/ }).click();
      await expect(page.getByRole('dialog').getByRole('group', { name: users.skills })).toBeVisible();
    },
  },
  {
    name: 'user-new',
    show: async (page, { users }) => {
      await page.goto('/settings/users');
      await page.getByRole('button', { name: users.new }).click();
      await page.getByRole('button', { name: users.create, exact: true }).click();
      await expect(page.getByText(users.problem.required).first()).toBeVisible();
    },
  },
  {
    name: 'user-deactivate',
    show: async (page, { users }) => {
      await page.goto('/settings/users');
      await page.getByRole('link', { name: /Andi Pratama/ }).click();
      await page.getByRole('button', { name: `${users.deactivate.action}…` }).click();
      await expect(page.getByRole('radio', { name: users.deactivate.way.route })).toBeVisible();
    },
  },
  {
    name: 'settings-recording',
    show: async (page, { settings }) => {
      await page.goto('/configurasi/config_app');
      const rules = page.getByRole('group', { name: settings.recording.title });
      await rules.getByRole('combobox', { name: settings.recording.add }).click();
      await page.getByRole('option').first().click();
      await expect(rules.getByRole('button')).toHaveCount(1);
      await rules.getByRole('button').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'customer-import-places',
    show: async (page, { customers }) => {
      await page.goto('/customers');
      await button(page, customers.import.more).click();
      await page.getByRole('menuitem', { name: customers.import.title }).click();
      await page.locator('input[type=file]').setInputFiles({
        name: 'customers.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Name,E-mail,Shoe size\nRina,rina@import.example,38\nBudi,no address,41\n'),
      });
      await expect(button(page, customers.import.check)).toBeVisible();
    },
  },
  {
    name: 'customer-import-problems',
    show: async (page, { customers }) => {
      await button(page, customers.import.check).click();
      await expect(page.getByRole('region', { name: customers.import.problems })).toBeVisible();
    },
  },
  {
    name: 'customer-merge-search',
    show: async (page, { customers }) => {
      await page.goto('/customers?id=1');
      await button(page, customers.merge.other).click();
      await page.getByRole('dialog').getByRole('searchbox').fill('an');
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'customer-merge',
    show: async (page, { customers }) => {
      await page.goto('/customers?id=1');
      await button(page, customers.merge.other).click();
      await page.getByRole('dialog').getByRole('searchbox').fill('an');
      await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click();
      await expect(button(page, customers.merge.merge)).toBeVisible();
    },
  },
  {
    name: 'settings-mail',
    show: async (page, { settings }) => {
      await page.goto('/configurasi/config');
      await expect(page.getByRole('heading', { name: settings.mailbox.title, exact: true })).toBeVisible();
    },
  },
  {
    name: 'settings-mail-refused',
    show: async (page, { settings, forms }) => {
      await page.goto('/configurasi/config');
      await button(page, settings.mailbox.new).click();
      await page.getByLabel(settings.mailbox.name, { exact: true }).fill('Support');
      await button(page, forms.save).click();
      await expect(page.getByText(settings.mailbox['address-bad'])).toBeVisible();
    },
  },
  {
    name: 'settings-mail-failing',
    show: async (page, { settings }) => {
      await page.goto(`/configurasi/config?id=${await addMailbox(page)}`);
      await expect(page.getByRole('alert')).toContainText(settings.mailbox.faults.refused, {
        timeout: 30_000,
      });
    },
  },
  {
    name: 'settings-chat',
    show: async (page, { settings }) => {
      await page.goto('/configurasi/config_media_chat');
      await expect(page.getByRole('heading', { name: settings.chat.title, exact: true })).toBeVisible();
    },
  },
  {
    name: 'settings-chat-one',
    show: async (page, { settings }) => {
      await page.goto('/configurasi/config_media_chat?id=1');
      await expect(page.getByText(settings.chat['name-hint'])).toBeVisible();
    },
  },
  {
    name: 'settings-chat-new',
    show: async (page, { settings }) => {
      await page.goto('/configurasi/config_media_chat');
      await button(page, settings.chat.new).click();
      await expect(page.getByText(settings.chat['preview-new'])).toBeVisible();
    },
  },
  {
    name: 'settings-form-new',
    show: async (page, { settings }) => {
      await page.goto('/configurasi/config_media_chat');
      await button(page, settings.form.new).click();
      await expect(page.getByText(settings.chat['preview-new'])).toBeVisible();
    },
  },
  {
    name: 'settings-form-one',
    show: async (page, { settings }) => {
      await page.goto(`/configurasi/config_media_chat?id=${await addWebForm(page)}`);
      await expect(page.getByText(settings.form['asked-hint'])).toBeVisible();
      await expect(page.getByText(settings.form.spam.reason.trap)).toBeVisible();
    },
  },
  {
    name: 'list-fields',
    show: async (page) => {
      await page.goto('/configurasi/config_list_fields');
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    },
  },
  {
    name: 'backup',
    show: async (page) => {
      await page.goto('/settings/backup');
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    },
  },
  {
    name: 'setup-checklist',
    show: async (page) => {
      await page.goto('/settings/setup');
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    },
  },
  ...(['audit', 'privacy', 'blocked'] as const).map((name) => ({
    name,
    show: async (page: Page, { area }: Words) => {
      await page.goto(`/settings/${name}`);
      await expect(page.getByRole('heading', { name: area.name[name], exact: true })).toBeVisible();
    },
  })),
  {
    name: 'audit-entry',
    show: async (page) => {
      await page.goto('/settings/audit');
      await page.getByRole('main').getByRole('row').nth(1).getByRole('link').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'information-none',
    show: async (page) => {
      await page.goto('/information?q=nothing+like+this');
      await expect(page.getByRole('searchbox')).toBeVisible();
    },
  },
  {
    name: 'information',
    show: async (page) => {
      await addPost(page);
      await page.goto('/information');
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    name: 'information-new-refused',
    show: async (page, { information }) => {
      await page.goto('/information');
      await button(page, information.new).click();
      const drawer = page.getByRole('dialog', { name: information.new });
      await expect(drawer.getByRole('textbox', { name: information.field.body })).toBeVisible();
      await button(page, information.publish).click();
      await expect(drawer.getByText(information.required).first()).toBeVisible();
    },
  },
  {
    name: 'information-edit',
    show: async (page, { information }) => {
      await page.goto('/information');
      const edit = page.getByRole('button', { name: new RegExp(`^${information.edit}: `) });
      await edit.first().click();
      await expect(page.getByRole('dialog').getByLabel(information.field.title)).not.toHaveValue('');
    },
  },
  {
    name: 'information-readers',
    show: async (page, { information }) => {
      await page.goto('/information');
      await page
        .getByRole('button', { name: new RegExp(`^${information.readers}: `) })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'profile',
    show: async (page, { auth }) => {
      await page.goto('/profile');
      await expect(page.getByText(auth.profile['this-session'])).toBeVisible();
    },
  },
];

/** Opens the automatic replies of the first account. */
async function openReplies(page: Page): Promise<void> {
  const answer = await page.request.get('/api/auto-replies');
  const { data } = (await answer.json()) as { data: { id: number; kinds: string[] }[] };
  const account = data.find(({ kinds }) => kinds.includes('busy'));
  await page.goto(`/settings/media_autoreplies?id=${account?.id}`);
  await expect(page.getByRole('switch').first()).toBeVisible();
}
