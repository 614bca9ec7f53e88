import { expect } from '../test.ts';
import { button, type State } from './state.ts';

/** Pages before the sign-in. */
export const SIGNED_OUT_STATES: readonly State[] = [
  {
    name: 'login',
    show: async (page, { auth }) => {
      await page.goto('/login');
      await expect(page.getByLabel(auth.login.username)).toBeVisible();
    },
  },
  {
    name: 'login-ended',
    show: async (page, { auth }) => {
      await page.goto('/login?reason=expired');
      await expect(page.getByText(auth.login.reason.expired)).toBeVisible();
    },
  },
  {
    name: 'login-refused',
    show: async (page, { auth }) => {
      await page.goto('/login');
      await page.getByLabel(auth.login.username).fill('nobody');
      await page.locator('input[type="password"]').fill('not the password');
      await button(page, auth.login.submit).click();
      await expect(page.getByText(auth.failed.wrong)).toBeVisible();
    },
  },
  {
    name: 'login-code',
    show: async (page, { secondFactor }) => {
      await page.goto('/login?next=%2F#challenge=none');
      await expect(page.getByLabel(secondFactor.step.code, { exact: true })).toBeVisible();
    },
  },
  {
    name: 'forgot',
    show: async (page, { auth }) => {
      await page.route('**/api/auth/password/forgot', (route) =>
        route.fulfill({ json: { data: { is_possible: true } } }),
      );
      await page.goto('/forgot');
      await expect(button(page, auth.forgot.submit)).toBeVisible();
      await page.unroute('**/api/auth/password/forgot');
    },
  },
  {
    name: 'forgot-without-mail',
    show: async (page, { auth }) => {
      await page.goto('/forgot');
      await expect(page.getByText(auth.failed['no-mail'])).toBeVisible();
    },
  },
  {
    name: 'reset',
    show: async (page, { auth }) => {
      await page.goto('/reset?token=none');
      await expect(button(page, auth.reset.submit)).toBeVisible();
    },
  },
  {
    name: 'reset-refused',
    show: async (page, { auth }) => {
      const [once, again] = [
        page.locator('input[type="password"]').first(),
        page.locator('input[type="password"]').last(),
      ];
      await once.fill('a long enough sentence');
      await again.fill('a long enough sentence');
      await button(page, auth.reset.submit).click();
      await expect(page.getByText(auth.failed.link)).toBeVisible();
    },
  },
];
