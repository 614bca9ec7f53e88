import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('what a button replaces does not lose the keyboard focus: an empty search that is widened or cleared @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent1', { first: '/tickets?view=unassigned' });
  const search = page.getByRole('searchbox', { name: 'Search tickets' });
  await search.fill('nothing is called like this');
  const widen = page.getByRole('button', { name: 'Search all tickets' });
  await widen.press('Enter');
  await expect(page).toHaveURL(/[?&]status=/);
  await expect(widen).toHaveCount(0);
  await expect(search).toBeFocused();
  await page.getByRole('button', { name: 'Clear search and filters' }).press('Enter');
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await page.context().close();
});

test('a form that is refused gives the focus to the first wrong field, wherever the server found it @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin', { first: '/settings/macros' });
  await page.getByRole('button', { name: 'New macro' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'New macro' });
  const name = form.getByRole('textbox', { name: 'Name' });
  const reply = form.getByRole('textbox', { name: 'Reply' });
  await expect(name).toBeFocused();
  await reply.fill('Dear {{nobody}}');
  // Refused by the page itself, because the name is missing.
  await form.getByRole('button', { name: 'Create' }).press('Enter');
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  // Refused by the server, because of the variable.
  await name.fill('Greets nobody');
  await name.press('Enter');
  await expect(reply).toHaveAttribute('aria-invalid', 'true');
  await expect(reply).toBeFocused();
  await page.context().close();
});

test('each step before signing in begins in its first field, or on its only link @full', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' });
  const page = await context.newPage();
  await page.goto('/reset?token=unknown');
  await expect(page.getByRole('textbox', { name: 'New password', exact: true })).toBeFocused();

  let isPossible = false;
  await page.route('**/api/auth/password/forgot', (route) =>
    route.fulfill({
      json: route.request().method() === 'GET' ? { data: { is_possible: isPossible } } : { ok: true },
    }),
  );
  const back = page.getByRole('link', { name: 'Back to sign-in' });
  const user = page.getByRole('textbox', { name: 'User name' });
  const said = page.locator('main p[role="status"]');
  await page.goto('/login');
  await expect(user).toBeFocused();
  // Without outgoing mail the page has no field.
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter');
  await expect(said).toBeVisible();
  await expect(back).toBeFocused();
  await back.press('Enter');
  await expect(user).toBeFocused();

  isPossible = true;
  await page.goto('/forgot');
  await expect(user).toBeFocused();
  await user.pressSequentially('agent1');
  await user.press('Enter');
  await expect(said).toBeVisible();
  await expect(back).toBeFocused();
  await context.close();
});

test('a ticket that lacks something leads back to what it lacks, out of sight at the top on a phone @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent1', { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Create ticket' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Create a ticket' });
  const customer = form.getByRole('combobox', { name: 'Customer' });
  await expect(customer).toBeFocused();
  await form.getByRole('button', { name: 'Create ticket' }).press('Enter');
  await expect(customer).toHaveAttribute('aria-invalid', 'true');
  await expect(customer).toBeFocused();
  await expect(customer).toBeInViewport({ ratio: 1 });
  await page.context().close();
});
