import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { callApi } from '../support/api.ts';
import { startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { chooseRuleOption } from '../support/rule-form.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const SLOW = { timeout: 30_000 };
let server: TestServer;

test.beforeAll(async () => {
  // A server of its own, because its rules would affect other journeys.
  server = await startServer();
});
test.afterAll(() => server.discard());

const runs = (page: Page) => page.getByRole('dialog', { name: 'Activity log' });
async function openRuns(page: Page, rule: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${rule}` }).click();
  await page.getByRole('menuitem', { name: 'Activity log' }).click();
}

test('a rule is created, tested on past tickets and activated; a customer writes, and the desk and the log show what it did', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const past = await startChat(server.url, 'Past Customer', 'Where is my refund?');
  const admin = await openAs(browser, server.url, 'admin');
  await admin.goto('/customers');
  await expect(admin.getByRole('row').nth(3)).toBeVisible();
  await admin.keyboard.press('g');
  await admin.keyboard.press('v');
  await expect(admin).toHaveURL(/settings\/automation/);

  await admin.getByRole('button', { name: 'New rule' }).click();
  const form = admin.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel('Name').fill('Refunds');
  await chooseRuleOption(form, 'Trigger', 'Customer writes');
  await form.getByLabel('Message contains any of').fill('refund');
  await form.getByRole('button', { name: 'Conditions: edit' }).click();
  const builder = admin.getByRole('dialog', { name: 'Conditions' });
  await builder.getByRole('button', { name: 'Add condition' }).click();
  await admin.getByRole('menuitem', { name: 'Channel', exact: true }).click();
  await builder.getByRole('combobox', { name: 'Value' }).click();
  await admin.getByRole('option', { name: 'Live chat' }).click();
  await admin.keyboard.press('Escape');
  await builder.getByRole('button', { name: 'Apply' }).click();
  await expect(builder).toBeHidden();
  await expect(form.getByRole('button', { name: /Channel.*Live chat/ })).toBeVisible();
  await chooseRuleOption(form, 'Transfer to department', 'Billing');
  await chooseRuleOption(form, 'Priority', 'High');
  await form.getByLabel('Internal note').fill('Check the payment first.');
  await expect(form.getByRole('switch', { name: 'Active' })).not.toBeChecked();

  await form.getByRole('button', { name: 'Test rule' }).click();
  await expect(form.getByText(/\d+ of \d+ tickets match/)).toBeVisible(SLOW);
  const tried = form.getByRole('list', { name: 'Test on past tickets' });
  await expect(tried.getByText(/Where is my refund/)).toBeVisible();
  await expect(tried.getByText(/Priority: .* → High/).first()).toBeVisible();
  await form.getByRole('button', { name: 'Create' }).click();
  const row = admin.getByRole('row').filter({ hasText: 'Refunds' });
  await expect(row.getByText('Inactive')).toBeVisible();
  await admin.getByRole('button', { name: 'Actions for Refunds' }).click();
  await admin.getByRole('menuitem', { name: 'Activate' }).click();
  await expect(row.getByText('Active')).toBeVisible();

  const agent = await openAs(browser, server.url, 'admin');
  const chat = await startChat(server.url, 'New Customer', 'Hello there');
  await agent.goto(`/tickets?id=${chat.ticketId}`);
  await expect(agent.getByRole('log', { name: 'Conversation' })).toContainText('Hello there');
  await callApi(server.url, 'POST', '/api/livechat/chat/messages', {
    token: chat.token,
    body: { client_key: randomUUID(), body: 'I want a refund', file_ids: [] },
  });
  const log = agent.getByRole('log', { name: 'Conversation' });
  await expect(log.getByText('Automation: Refunds')).toBeVisible(SLOW);
  await expect(log.getByText('Check the payment first.')).toBeVisible();
  await expect(agent.getByRole('button', { name: /Priority: High/ })).toBeVisible();

  await openRuns(admin, 'Refunds');
  await expect(runs(admin).getByText('Hello there')).toBeVisible(SLOW);
  await expect(runs(admin).getByText(/Department: .* → Billing/)).toBeVisible();
  await expect(runs(admin).getByText('Internal note')).toBeVisible();
  // Tickets from before the rule was activated are unchanged.
  await expect(runs(admin).getByText(/Where is my refund/)).toHaveCount(0);
  expect(past.ticketId).not.toBe(chat.ticketId);
  await agent.context().close();
  await admin.context().close();
});
