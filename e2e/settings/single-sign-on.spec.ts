import type { SignInProvider } from '@trunkline/contract';
import type { Browser, Page } from 'playwright/test';
import { startOidcProvider } from '../../packages/server/test/auth/oidc-provider.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Opens a browser under the address to which the provider redirects, because the cookie of the sign-in belongs to that host. */
async function signInFrom(browser: Browser, callback: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(callback).origin, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with Corporate' }).click();
  return page;
}

test('a new user signs in by the company’s provider and gets an account, which an administrator sees @full', async ({
  browser,
  baseURL,
}) => {
  const provider = await startOidcProvider();
  try {
    const admin = await openAs(browser, baseURL ?? '', 'admin');
    await admin.goto('/settings/sign-in');
    await admin.getByRole('button', { name: 'New provider' }).click();
    const drawer = admin.getByRole('dialog', { name: 'New provider' });
    await drawer.getByLabel('Name', { exact: true }).fill('Corporate');
    await drawer.getByLabel('Issuer', { exact: true }).fill(provider.issuer);
    await drawer.getByLabel('Client ID').fill(provider.settings.client_id);
    await drawer.getByLabel('Client secret', { exact: true }).fill(provider.settings.client_secret);
    await drawer.getByLabel('Create accounts at first sign-in').check();
    await drawer.getByLabel('E-mail domains').fill('centre.example');
    await drawer.getByRole('combobox', { name: 'Role for new accounts' }).click();
    await admin.getByRole('option', { name: 'Agent', exact: true }).click();
    await drawer.getByRole('button', { name: 'Create' }).click();
    await expect(drawer).toBeHidden();
    const answer = await admin.request.get('/api/sign_in_providers');
    const { data } = (await answer.json()) as { data: SignInProvider[] };
    const [made] = data;
    expect(made).toMatchObject({ creates_accounts: true, email_domains: ['centre.example'] });
    const callback = made?.callback_url ?? '';
    const backTo = new URL('/login', callback).href;
    provider.know({ callback, logout: made?.logout_url ?? '', backTo });

    provider.state.account = { sub: 'stranger', email: 'x@else.example', email_verified: true };
    const stranger = await signInFrom(browser, callback);
    await expect(stranger.getByText('Accounts are not created for addresses of this domain.')).toBeVisible();

    provider.state.account = {
      sub: 'new',
      email: 'kim.lee@centre.example',
      email_verified: true,
      name: 'Kim Lee',
    };
    const sam = await signInFrom(browser, callback);
    await expect(sam.getByRole('button', { name: 'Your account: Kim Lee' })).toBeVisible();

    await admin.goto('/settings/users');
    await admin.getByRole('main').getByText('Kim Lee', { exact: true }).click();
    await admin.getByRole('button', { name: 'View as this user' }).click();
    await expect(admin.getByText('You are viewing the workspace as Kim Lee')).toBeVisible();
    await expect(admin.getByRole('button', { name: 'Your account: Kim Lee' })).toBeVisible();
    await admin.getByRole('button', { name: 'End', exact: true }).click();
    await expect(admin).toHaveURL('/settings/users');
    await expect(admin.getByText('You are viewing the workspace as')).toBeHidden();
  } finally {
    await provider.close();
  }
});
