import { holdRequests } from '../support/hold-requests.ts';
import { press } from '../support/keys.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('keys pressed while the code of a dialog is loaded do not act on the page, and Escape cancels it @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto('/tickets?view=open');
  await expect(page.getByRole('list', { name: 'Tickets' }).getByRole('link').first()).toBeVisible();
  await press(page, 'j', 'x');
  const selected = page.getByRole('group', { name: 'Selected tickets' }).getByRole('status');
  await expect(selected).toHaveText(/^1 /);
  const code = /\/assets\/bulk-dialog-[^/]+\.js$/;
  const arrive = await holdRequests(page, code);
  const asked = page.waitForRequest(code);
  await press(page, 'b');
  await asked;
  // Selects the next ticket, opens one, and would go to another page.
  await press(page, 'j', 'x', 'Enter', 'g', 'h');
  await expect(selected).toHaveText(/^1 /);
  await expect(page).toHaveURL(/\/tickets\?view=open$/);
  await press(page, 'Escape', 'j', 'x');
  await expect(selected).toHaveText(/^2 /);
  await press(page, 'b', 'x');
  await expect(selected).toHaveText(/^2 /);
  arrive();
  const dialog = page.getByRole('dialog', { name: /2 tickets/ });
  await expect(dialog).toBeVisible();
  await press(page, 'Escape');
  await expect(dialog).toBeHidden();
  await press(page, 'j', 'x');
  await expect(selected).toHaveText(/^3 /);
  await page.context().close();
});
