import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test.use({ ground: 'dashboards' });

test('a supervisor follows figures of the ticket dashboard to the tickets that they count', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'supervisor');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Ticket dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: /, show Solved$/ })).toBeVisible();
  // The old figures stay on the page until those of the chosen period have arrived.
  const told = page.waitForResponse(/\/api\/dashboards\/tickets\?/);
  await page.getByLabel('Period').selectOption('30-days');
  const { data } = (await (await told).json()) as { data: { total: { tickets_solved: number } } };
  const count = data.total.tickets_solved;
  expect(count).toBeGreaterThan(0);
  await expect(page).toHaveURL(/range=30-days/);

  const solved = page.getByRole('button', { name: `${count}, show Solved`, exact: true });
  await solved.click();
  const records = page.getByRole('dialog', { name: 'Solved tickets' });
  await expect(records.getByRole('row')).toHaveCount(1 + Math.min(count, 50));
  await expect(page).toHaveURL(/figure=solved/);
  await page.keyboard.press('Escape');
  await expect(records).toBeHidden();

  const unassigned = page.getByRole('link', { name: /, show Unassigned$/ });
  const waiting = (await unassigned.textContent()) ?? '';
  await unassigned.click();
  await expect(page).toHaveURL(/assignee=none/);
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /Unassigned/ });
  await expect(tab).toContainText(waiting);
  await page.context().close();
});
