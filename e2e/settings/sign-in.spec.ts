import type { Browser, Page } from 'playwright/test';
import { codeOf } from '../support/authenticator.ts';
import { callApi, signIn } from '../support/api.ts';
import { DEMO_PASSWORD, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const PASSWORD = 'sate ayam madura 12';

type Level = { id: number; name: string; version: number };

/** Creates a user for this journey, so that ending their sessions does not affect others. */
async function addPerson(url: string, username: string, levelName: string) {
  const { token } = await signIn(url, 'admin', DEMO_PASSWORD);
  const levels = await callApi<{ data: Level[] }>(url, 'GET', '/api/levels', { token });
  const model = levels.body.data.find(({ name }) => name === levelName);
  const copied = await callApi<{ data: Level }>(url, 'POST', `/api/levels/${model?.id}/copy`, {
    token,
    body: { name: `${levelName} of ${username}` },
  });
  const level = copied.body.data;
  const body = {
    fullname: username,
    username,
    email: null,
    user_level_id: level.id,
    sign_in: 'temporary_password',
  };
  const added = await callApi<{ data: { id: number }; temporary_password: string }>(
    url,
    'POST',
    '/api/users',
    {
      token,
      body,
    },
  );
  const current_password = added.body.temporary_password;
  const own = await signIn(url, username, current_password);
  await callApi(url, 'POST', '/api/auth/password', {
    token: own.token,
    body: { current_password, new_password: PASSWORD },
  });
  return { admin: token, id: added.body.data.id, level };
}

async function enterPassword(browser: Browser, baseURL: string, username: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  return page;
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
}

test('an agent sets an authenticator app up, and signs in with its codes and with a recovery code @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { admin, id } = await addPerson(server.url, 'sam.codes', 'Agent');
  const agent = await enterPassword(browser, baseURL ?? '', 'sam.codes');
  await expect(agent.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await agent.goto('/profile');
  const section = agent.getByRole('group', { name: 'Two-factor authentication' });
  await section.getByRole('button', { name: 'Set up' }).click();
  const dialog = agent.getByRole('dialog', { name: 'Two-factor authentication' });
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const key = (await dialog.locator('code').textContent()) ?? '';
  const first = codeOf(key);
  await dialog.getByLabel('Code from the app').fill(first);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(section).toContainText('10 recovery codes left');

  const page = await enterPassword(browser, baseURL ?? '', 'sam.codes');
  await enterCode(page, '12345');
  await expect(page.getByText(/This code isn’t valid/)).toBeVisible();
  await enterCode(page, first);
  await expect(page.getByText('This code was already used. Wait for the next code.')).toBeVisible();
  expect((await page.request.get('/api/user')).status()).toBe(401);
  await enterCode(page, codeOf(key, 1));
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();

  const lost = await enterPassword(browser, baseURL ?? '', 'sam.codes');
  await enterCode(lost, recovery);
  await expect(lost.getByRole('navigation', { name: 'Main menu' })).toBeVisible();

  await callApi(server.url, 'POST', `/api/users/${id}/second_factor/reset`, { token: admin });
  await expect(agent.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a role that requires a second factor leads its users to the set-up, and on from there @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { admin, level } = await addPerson(server.url, 'sam.strict', 'QA analyst');
  const qa = await enterPassword(browser, baseURL ?? '', 'sam.strict');
  await expect(qa.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await callApi(server.url, 'PATCH', `/api/levels/${level.id}`, {
    token: admin,
    body: { version: level.version, second_factor: 'required' },
  });
  // The open page redirects by itself.
  await expect(qa.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible();
  await qa.goto('/tickets');
  await expect(qa).toHaveURL('/two-factor');
  await qa.getByLabel('Current password').fill(PASSWORD);
  await qa.getByRole('button', { name: 'Continue' }).click();
  const key = (await qa.locator('code').textContent()) ?? '';
  await qa.getByLabel('Code from the app').fill(codeOf(key));
  await qa.getByRole('button', { name: 'Confirm' }).click();
  await qa.getByRole('button', { name: 'I have saved them' }).click();
  await expect(qa.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('a passkey is added in one’s own account and signs in without name, password or code @full', async ({
  browser,
}) => {
  // Passkeys need a host name, which 127.0.0.1 is not.
  const server = await startServer({ host: 'localhost' });
  await addPerson(server.url, 'sam.key', 'Agent');
  const page = await enterPassword(browser, server.url, 'sam.key');
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.goto('/profile');
  const section = page.getByRole('group', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(section.getByText('Work laptop')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await server.discard();
});

test('at an IP address the account says why there are no passkeys @full', async ({
  browser,
  baseURL,
  server,
}) => {
  await addPerson(server.url, 'sam.number', 'Agent');
  const page = await enterPassword(browser, baseURL ?? '', 'sam.number');
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('Open this workspace at localhost to add a passkey.')).toBeVisible();
});
