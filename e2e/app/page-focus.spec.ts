import { randomUUID } from 'node:crypto';
import { apiOf, signInOnce } from '../support/api.ts';
import { openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test.use({ ground: 'page-focus' });

test('the checklist gives the focus to the page that its links open, and to the dashboard when it is hidden @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  const shown = { data: { is_hidden: false, dismissed: [] } };
  expect((await page.request.patch('/api/setup', shown)).ok()).toBe(true);
  await page.goto('/?range=today');
  const main = page.getByRole('main');
  await main.getByRole('status').getByRole('link', { name: 'Open' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Setup checklist' })).toBeVisible();
  await expect(main).toBeFocused();

  await page.getByRole('link', { name: 'Open: Outgoing mail' }).press('Enter');
  await expect(page.getByRole('group', { name: 'Outgoing mail' })).toBeFocused();

  // Within the settings, only what is beside their menu changes.
  await page.goto('/settings/setup');
  await page.getByRole('link', { name: 'Open: Colleagues' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await expect(page.locator('[data-page]')).toBeFocused();

  await page.goto('/');
  await page.getByRole('button', { name: 'Hide checklist' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Ticket dashboard' })).toBeVisible();
  await expect(main).toBeFocused();
});

test('the notifications keep the focus on "Mark all as read" when it has marked them @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { token } = await signInOnce(server.url, 'agent1', DEMO_PASSWORD);
  const api = apiOf(server.url, token);
  const people = await api<{ id: number; fullname: string }[]>('GET', '/api/agents');
  const budi = people.find(({ fullname }) => fullname === 'Budi Santoso');
  const [ticket] = await api<{ id: number }[]>('GET', '/api/tickets?department=1&limit=1');
  const note = { client_key: randomUUID(), body: `@{${budi?.id}} please look.` };
  await api('POST', `/api/tickets/${ticket?.id}/notes`, note);

  const page = await openAs(browser, baseURL ?? '', 'agent2', { first: '/customers' });
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/new$/);
  await bell.press('Enter');
  const told = page.getByRole('dialog', { name: 'Notifications' });
  const readAll = told.getByRole('button', { name: 'Mark all as read' });
  await readAll.press('Enter');
  await expect(bell).toHaveAccessibleName('Notifications: none new');
  await expect(readAll).toBeDisabled();
  await expect(readAll).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(told).toBeHidden();
  await expect(bell).toBeFocused();
});
