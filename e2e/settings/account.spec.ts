import type { Browser, Page } from 'playwright/test';
import { callApi, signIn } from '../support/api.ts';
import { openMailbox, plainText } from '../support/mail/mail.ts';
import { openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const main = (page: Page) => page.getByRole('main');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

async function openLogin(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto('/login');
  return page;
}

async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('sign-in explains refusals and leads back to the requested page, and sign-out leaves nothing open', async ({
  browser,
  baseURL,
}) => {
  const page = await openLogin(browser, baseURL);
  await page.goto('/customers?q=coffee');
  await expect(page).toHaveURL('/login?next=/customers%3Fq%3Dcoffee');
  await expect(page.getByLabel('User name')).toBeFocused();
  await fillLogin(page, 'agent4', 'not the password');
  await expect(page.getByText('Wrong user name or password.')).toBeVisible();
  await fillLogin(page, 'agent4', DEMO_PASSWORD);
  await expect(page).toHaveURL('/customers?q=coffee');

  const second = await page.context().newPage();
  await second.goto('/tickets');
  await expect(menu(second)).toBeVisible();
  await page.getByRole('button', { name: 'Your account: Andi Pratama' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect((await page.request.get('/api/user')).status()).toBe(401);
  await page.context().close();
});

test('a user who guesses passwords is told how long to wait @full', async ({ browser, baseURL }) => {
  const page = await openLogin(browser, baseURL);
  const wrong = page.getByText('Wrong user name or password.');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answer = page.waitForResponse('**/api/auth/login');
    await fillLogin(page, 'stranger', `guess ${attempt}`);
    expect((await answer).status()).toBe(401);
    await expect(wrong).toBeVisible();
  }
  await fillLogin(page, 'stranger', 'one more');
  await expect(page.getByText(/^Too many attempts\. Wait \d+ s, then try again\.$/)).toBeVisible();
  await page.context().close();
});

test('a changed name is shown everywhere at once, and an invalid address is refused @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent4');
  await page.goto('/profile');
  const name = page.getByLabel('Name', { exact: true });
  const save = main(page).getByRole('button', { name: 'Save', exact: true });
  const email = await page.getByLabel('E-mail').inputValue();
  await expect(save).toBeDisabled();
  await name.fill('');
  await expect(page.getByText('This field is required.')).toBeVisible();
  await name.fill('Andi P. Pratama');
  await page.getByLabel('E-mail').fill('andi@');
  await page.getByLabel('Current password', { exact: true }).first().fill(DEMO_PASSWORD);
  await save.click();
  await expect(page.getByText('Enter a valid e-mail address.')).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await save.click();
  await expect(page.getByRole('button', { name: 'Your account: Andi P. Pratama' })).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('Andi P. Pratama');
  await name.fill('Andi Pratama');
  await name.press('Enter');
  await expect(page.getByRole('button', { name: 'Your account: Andi Pratama' })).toBeVisible();
  await page.context().close();
});

test('a new password is refused where it is weak, and ends the other sessions when it is good @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent4');
  const other = await openAs(browser, baseURL ?? '', 'agent4');
  await expect(menu(other)).toBeVisible();
  await page.goto('/profile');
  const change = async (current: string, next: string, repeat = next) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Repeat new password').fill(repeat);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change(DEMO_PASSWORD, 'short');
  await expect(page.getByText('Use at least 10 characters.')).toBeVisible();
  await change(DEMO_PASSWORD, DEMO_PASSWORD);
  await expect(page.getByText('This is your current password. Choose another one.')).toBeVisible();
  await change(DEMO_PASSWORD, 'kopi tubruk pagi', 'kopi tubruk sore');
  await expect(page.getByText('The passwords don’t match.')).toBeVisible();
  await change('something else', 'kopi tubruk pagi');
  await expect(page.getByText('Wrong password.')).toBeVisible();
  await change(DEMO_PASSWORD, 'hello agent4 hello');
  await expect(page.getByText('Don’t use your user name in the password.')).toBeVisible();
  await change(DEMO_PASSWORD, 'password123');
  await expect(page.getByText('This password is too common.')).toBeVisible();
  await expect(menu(other)).toBeVisible();

  await change(DEMO_PASSWORD, 'kopi tubruk pagi');
  await expect(page.getByText('Password changed. Your other sessions were signed out.')).toBeVisible();
  await expect(other.getByText('this session was ended on another device')).toBeVisible();
  await change('kopi tubruk pagi', DEMO_PASSWORD);
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await page.context().close();
  await other.context().close();
});

test('sessions are listed, and ending one sends that browser to sign-in @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'qa');
  const { data: before } = (await (await page.request.get('/api/auth/sessions')).json()) as {
    data: unknown[];
  };
  const other = await openAs(browser, baseURL ?? '', 'qa');
  await expect(menu(other)).toBeVisible();
  await page.goto('/profile');
  const sessions = main(page).getByRole('listitem').filter({ hasText: 'Last used' });
  await expect(sessions).toHaveCount(before.length + 1);
  const own = sessions.filter({ hasText: 'This device' });
  await expect(own).toHaveCount(1);
  await expect(own.getByRole('button')).toHaveCount(0);
  await sessions
    .first()
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expect(page.getByText('Session signed out.')).toBeVisible();
  await expect(sessions).toHaveCount(before.length);
  await expect(
    other.getByText('You were signed out: this session was ended on another device.'),
  ).toBeVisible();
  await expect(menu(page)).toBeVisible();
  await page.context().close();
  await other.context().close();
});

test('an expired password is changed before anything else @full', async ({ browser, baseURL, server }) => {
  const admin = await signIn(server.url, 'admin', DEMO_PASSWORD);
  const { id } = await signIn(server.url, 'agent4', DEMO_PASSWORD);
  const { body } = await callApi<{ temporary_password: string }>(
    server.url,
    'POST',
    `/api/users/${id}/password_reset`,
    { token: admin.token, body: {} },
  );
  const page = await openLogin(browser, baseURL);
  await fillLogin(page, 'agent4', body.temporary_password);
  await expect(page.getByRole('heading', { name: 'Your password has expired' })).toBeVisible();
  await page.goto('/customers');
  await expect(page.getByRole('heading', { name: 'Your password has expired' })).toBeVisible();
  expect((await page.request.get('/api/tickets')).status()).toBe(403);

  await page.getByLabel('Current password').fill(body.temporary_password);
  await page.getByLabel('New password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Repeat new password').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeVisible();
  await expect(page).toHaveURL('/tickets');
  await page.context().close();
});

test('a forgotten password is chosen anew with the link of a mail, once @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const mailbox = await openMailbox(server.url);
  const owner = await signIn(server.url, 'agent4', DEMO_PASSWORD);
  await callApi(server.url, 'PATCH', '/api/user', {
    token: owner.token,
    body: { email: 'andi@kopi.example' },
  });

  const page = await openLogin(browser, baseURL);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The sign-in form has a user name too, so this waits until it is replaced.
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
  await page.getByLabel('User name').fill('agent4');
  await page.keyboard.press('Enter');
  await expect(page.getByText('If “agent4” has an e-mail address, we sent a link.')).toBeVisible();
  const link = () => /http\S+\/reset\?token=[\w-]+/.exec(plainText(mailbox.mails.at(-1) ?? ''))?.[0];
  await expect.poll(link).toBeDefined();

  await page.goto(link()!);
  await page.getByLabel('New password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Repeat new password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Password changed. Sign in with your new password.')).toBeVisible();
  await fillLogin(page, 'agent4', DEMO_PASSWORD);
  await expect(menu(page)).toBeVisible();

  const late = await openLogin(browser, baseURL);
  await late.goto(link()!);
  await late.getByLabel('New password', { exact: true }).fill('kopi susu gula aren');
  await late.getByLabel('Repeat new password').fill('kopi susu gula aren');
  await late.keyboard.press('Enter');
  await expect(late.getByText('This link has expired or was already used. Request a new one.')).toBeVisible();
  await late.context().close();
  await page.context().close();
  await mailbox.close();
});
