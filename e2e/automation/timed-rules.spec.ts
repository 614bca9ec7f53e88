import { startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { chooseRuleOption } from '../support/rule-form.ts';
import { expect, test } from '../support/test.ts';

// A server of its own, because its rules would affect other journeys.
test.use({ ground: 'a-step-comes-due' });

test('a step of an escalation runs when it is due, and notifies the named people @full', async ({
  browser,
  server,
}) => {
  const admin = await openAs(browser, server.url, 'admin');
  const chat = await startChat(server.url, 'Waiting Customer', 'Is anybody there?');
  await admin.goto('/settings/automation');
  await admin.getByRole('button', { name: 'New rule' }).click();
  const form = admin.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel('Name').fill('A minute of waiting');
  await chooseRuleOption(form, 'Trigger', 'Time without a reply to the customer');
  await form.getByLabel('Minutes').fill('1');
  await form.getByLabel('Add tags').fill('waiting');
  await chooseRuleOption(form, 'Notify', 'Michael Tan');
  await form.getByRole('switch', { name: 'Active' }).press('Space');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(admin.getByRole('link', { name: 'A minute of waiting' })).toBeVisible();
  const supervisor = await openAs(browser, server.url, 'supervisor');
  await admin.goto(`/tickets?id=${chat.ticketId}`);
  const log = admin.getByRole('log', { name: 'Conversation' });
  await expect(log.getByText('Automation: A minute of waiting')).toBeVisible({ timeout: 180_000 });
  await supervisor.getByRole('button', { name: /Notifications/ }).click();
  await expect(supervisor.getByText('Notified by rule “A minute of waiting”').first()).toBeVisible();
  await supervisor.context().close();
  await admin.context().close();
});
