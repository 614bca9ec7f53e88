import { endChat, startChat } from '../support/chat.ts';
import { goReady, openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// A server of its own, because chats of other journeys would show on the board.
test.use({ ground: 'floor' });

test('a supervisor sees what an agent does and who waits, and sends the agent on a break', async ({
  browser,
  baseURL,
  server,
}) => {
  const budi = await openAs(browser, baseURL ?? '', 'agent2');
  const michael = await openAs(browser, baseURL ?? '', 'supervisor');
  await michael.goto('/monitoring');
  await expect(michael.getByText('Live', { exact: true })).toBeVisible();
  await goReady(budi);
  const row = michael.getByRole('table', { name: 'Agents' }).getByRole('row', { name: /Budi Santoso/ });
  await expect(row).toContainText('Ready');

  await row.getByRole('button', { name: 'Budi Santoso' }).click();
  const drawer = michael.getByRole('dialog', { name: 'Budi Santoso' });
  await drawer.getByRole('combobox', { name: 'Change activity to' }).click();
  await michael.getByRole('option', { name: 'On break' }).click();
  await drawer.getByRole('combobox', { name: 'Break reason' }).click();
  await michael.getByRole('option', { name: 'Lunch' }).click();
  await drawer.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(budi.locator('button[data-activity="3"]')).toContainText('Lunch');
  await expect(budi.getByText('Your activity was changed.')).toBeVisible();
  await michael.keyboard.press('Escape');
  await expect(row).toContainText('On break: Lunch');

  const figure = michael.locator('dl > div').filter({ hasText: 'Messages waiting' }).locator('dd');
  const before = Number(await figure.textContent());
  const chat = await startChat(server.url, 'Waiting Customer');
  await expect(figure).toHaveText(String(before + 1));
  await expect(michael.getByRole('row', { name: /Live chat Customer care/ })).toBeVisible();

  const scope = { department_id: null, media_id: null, queue: null, user_activity_id: null, minutes: null };
  const values = { warn_at: 1, alarm_at: null, margin: 1, hold_seconds: 0 };
  const rule = { ...scope, ...values, name: 'Too many', kind: 'waiting', is_active: true };
  await michael.request.post('/api/monitoring/alert-rules', {
    data: { ...rule, tells: ['tile', 'sound'], mail_to: [] },
  });
  const alert = michael.getByRole('list', { name: 'Current alerts' }).getByText('Too many');
  await expect(alert).toBeVisible();
  await expect(figure.locator('..')).toHaveAttribute('data-level', 'warn');
  await michael.getByRole('button', { name: 'Acknowledge Too many' }).click();
  await expect(michael.getByText('Acknowledged by Michael Tan')).toBeVisible();
  await endChat(server.url, chat);
});
