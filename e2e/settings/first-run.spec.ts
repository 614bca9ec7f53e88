import fs from 'node:fs/promises';
import { expect, test } from 'playwright/test';
import { startServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';

test('an empty folder becomes a workspace in the browser, and answers its first chat', async ({
  browser,
}) => {
  test.setTimeout(200_000);
  const server = await startServer({ setup: 'empty' });
  // It answers requests a moment before it has printed the address.
  const printed = async () => /http\S+\/setup#\S+/.exec(await fs.readFile(server.logFile, 'utf8'))?.[0] ?? '';
  await expect.poll(printed).not.toBe('');
  const address = await printed();
  const context = await browser.newContext({
    baseURL: new URL(address).origin,
    locale: 'en-US',
    timezoneId: 'Asia/Jakarta',
  });
  const page = await context.newPage();
  // Without the setup word in the address, the page asks for it.
  await page.goto('/');
  await expect(page.getByLabel('Setup word')).toBeVisible();

  await page.goto('about:blank');
  await page.goto(address);
  await page.getByLabel('Your name').fill('Rina Hartono');
  await page.getByLabel('User name').fill('rina');
  await page.getByLabel('Password', { exact: true }).fill('sate ayam madura 12');
  await page.getByLabel('Repeat password').fill('sate ayam madura 12');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Your organisation' })).toBeVisible();

  await page.getByLabel('Name', { exact: true }).fill('Kopi Gayo');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Jakarta');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your first department' })).toBeVisible();
  // Saved steps are kept, and the wizard continues with the next one.
  await page.reload();
  await page.getByRole('switch', { name: 'Open around the clock' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  // Chat is selected: nobody goes on without it by the strong button.
  await expect(page.getByRole('button', { name: 'Create chat' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Create chat' }).click();
  // Whoever works with the keyboard goes on from here; likewise after each step and each colleague.
  await expect(page.getByLabel('Code for your website')).toBeFocused();
  const snippet = await page.getByLabel('Code for your website').textContent();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Sam Lee');
  await page.getByLabel('E-mail').fill('sam.lee@kopi.example');
  await page.getByRole('button', { name: 'Add colleague' }).click();
  await expect(page.getByRole('button', { name: 'Copy: Password of Sam Lee' })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Finish setup' }).click();

  const list = page.getByRole('main').getByRole('list');
  await expect(list.getByRole('listitem').filter({ hasText: 'Colleagues' })).toContainText('Open');
  await expect(list.getByRole('img', { name: 'To do' })).toHaveCount(5);
  await page.getByRole('button', { name: 'Hide checklist' }).click();
  await expect(page.getByRole('heading', { name: 'Ticket dashboard' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Ticket dashboard' })).toBeVisible();

  await page.request.put('/api/user/activity', { data: { user_activity_id: 6 } });
  await page.locator('button[data-activity="6"]').waitFor();
  const site = await startSite(() => snippet ?? '');
  const visitor = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await visitor.goto(site.url);
  await visitor.locator('trunkline-chat button.launcher').click();
  const chat = visitor.frameLocator('trunkline-chat iframe');
  await chat.getByRole('textbox', { name: 'Name' }).fill('Lina');
  await chat.getByRole('textbox', { name: 'How can we help?' }).fill('Is the Gayo roast in stock?');
  await chat.getByRole('button', { name: 'Start chat' }).click();
  await page.getByRole('button', { name: 'Take it: Lina' }).click();
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await reply.fill('Yes, since this morning.');
  await reply.press('Enter');
  await expect(chat.getByText('Yes, since this morning.')).toBeVisible();
  site.close();
  await server.discard();
});
