import { openMailbox, plainText } from '../support/mail/mail.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const PASSWORD = 'sate ayam madura 12';

test('an administrator invites somebody, who signs in with the mail’s link until they are deactivated', async ({
  browser,
  baseURL,
  server,
}) => {
  const mailbox = await openMailbox(server.url);
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  await admin.goto('/settings/users');
  await admin.getByRole('button', { name: 'New user' }).click();
  const drawer = admin.getByRole('dialog', { name: 'New user' });
  await drawer.getByLabel('Name', { exact: true }).fill('Sam Lee');
  await drawer.getByLabel('User name').fill('sam.lee');
  await drawer.getByLabel('E-mail', { exact: true }).fill('sam.lee@kopi.example');
  await drawer.getByRole('combobox', { name: 'Role', exact: true }).click();
  await admin.getByRole('option', { name: 'Agent', exact: true }).click();
  await drawer.getByRole('button', { name: /^Use \d+$/ }).click();
  await drawer.getByRole('button', { name: 'Create' }).click();
  const row = admin.getByRole('row', { name: /Sam Lee/ });
  await expect(row).toContainText('Invited');

  await expect.poll(() => mailbox.mails.length).toBeGreaterThan(0);
  const [link] = /http\S+\/reset\?token=[\w-]+/.exec(plainText(mailbox.mails.at(-1) ?? '')) ?? ['none'];
  await mailbox.close();
  const context = await browser.newContext({ baseURL, locale: 'en-US' });
  // A virus scanner opens the link first, which must not use it up.
  await context.request.get(link);
  const sam = await context.newPage();
  await sam.goto(link);
  await sam.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await sam.getByLabel('Repeat new password').fill(PASSWORD);
  await sam.getByRole('button', { name: 'Save password' }).click();
  await sam.getByLabel('User name').fill('sam.lee');
  await sam.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await sam.keyboard.press('Enter');
  const menu = sam.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Tickets' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Users' })).toBeHidden();

  await admin.reload();
  await expect(row).toContainText('Active');
  await row.getByRole('link').click();
  await admin.getByRole('button', { name: 'Deactivate…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Deactivate Sam Lee?' });
  await expect(dialog.getByText('1 session ends')).toBeVisible();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row).toContainText('Deactivated');
  await expect(sam.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a page whose code is still loading shows a placeholder @full', async ({ browser, baseURL }) => {
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  let letGo = () => undefined as void;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const script = /assets\/providers-page[\w-]*\.js/;
  await admin.route(script, async (route) => {
    await held;
    await route.continue();
  });
  await admin.goto('/settings/sign-in', { waitUntil: 'commit' });
  await expect(admin.getByRole('status', { name: 'Loading' })).toBeVisible();
  letGo();
  await expect(admin.getByRole('heading', { name: 'Single sign-on' })).toBeVisible();
  await admin.unrouteAll({ behavior: 'wait' });
});
