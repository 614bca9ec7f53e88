import type { ListRow, MessagingAccount } from '@trunkline/contract';
import type { Page } from 'playwright/test';
import { startMeta, type Meta } from '../../packages/simulator/src/index.ts';
import { openAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const SLOW = { timeout: 30_000 };
const DAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
let meta: Meta;
let server: TestServer;

test.beforeAll(async () => {
  meta = await startMeta();
  // A server of its own, because its account would show in other journeys.
  server = await startServer({ env: { META_GRAPH_URL: meta.url } });
});
test.afterAll(async () => {
  await server.discard();
  await meta.close();
});

async function ask<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const answer = await page.request.fetch(path, { method, ...(data && { data }) });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { data: T }).data;
}

/** Creates a WhatsApp number of a department whose office hours begin in two days. */
async function closedNumber(page: Page): Promise<void> {
  const account = await ask<MessagingAccount>(page, 'POST', '/api/messaging-accounts', {
    provider: 'whatsapp',
    name: 'Shop number',
    department_id: 1,
    address: meta.business.numberId,
    shown_address: meta.business.shown,
    access_token: meta.accessToken,
    app_secret: meta.appSecret,
  });
  meta.world.webhook = account.webhook_url;
  const day = DAYS[new Date(Date.now() + 2 * 86_400_000).getUTCDay()];
  const values = { name: 'One day', time_zone: 'UTC', hours: `${day} 09:00-17:00` };
  const hours = await ask<ListRow>(page, 'POST', '/api/settings/office_hours', { values });
  const [department] = await ask<ListRow[]>(page, 'GET', '/api/settings/departments?id=1');
  await ask(page, 'PATCH', '/api/settings/departments/1', {
    version: department?.version,
    values: { office_hours_id: hours.id },
  });
}

test('a customer who writes out of hours is told once when it opens; the desk shows that nobody wrote it, and another account copies it @full', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, server.url, 'admin');
  await closedNumber(page);

  // By keyboard to the page, and to the number.
  await page.goto('/customers');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/media_autoreplies/);
  await page
    .getByRole('region', { name: 'Channels' })
    .getByRole('link', { name: /Shop number/ })
    .click();
  const outOfHours = page.getByRole('group', { name: 'Out of hours' });
  await outOfHours.getByRole('switch').press('Space');
  const text = outOfHours.getByRole('textbox');

  // A variable of another kind of reply is refused with a sentence; with the right one the preview shows its value.
  await text.fill('Hello {{customer.first_name}}, you are number {{position}}.');
  await expect(outOfHours.getByText('Unknown variable {{position}}')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByText('Please fix the highlighted fields.')).toBeVisible();
  await text.fill('Hello {{customer.first_name}}, we are closed.\nWe are back on ');
  await outOfHours.getByRole('button', { name: 'Opening time' }).click();
  await expect(text).toHaveValue(/We are back on \{\{opens_at\}\}$/);
  await expect(outOfHours.getByText(/Hello Rina, we are closed\.\s+We are back on \w+day/)).toBeVisible();
  await save.click();
  await expect(page.getByText('“Shop number” saved')).toBeVisible();
  await expect(page.getByRole('link', { name: /Shop number/ })).toContainText('Out of hours');

  const rina = meta.phone('628111234567', 'Rina Kusuma');
  await rina.send('Is my grinder ready?');
  await expect.poll(() => rina.inbox.length, SLOW).toBe(1);
  expect(rina.inbox[0]?.text).toMatch(
    /^Hello Rina, we are closed\.\nWe are back on \w+day \d+ \w+ at 09:00$/,
  );
  await rina.send('Hello?');

  const agent = await openAs(browser, server.url, 'supervisor');
  await agent.goto('/tickets?view=unassigned');
  await agent
    .getByRole('link', { name: /Rina Kusuma/ })
    .first()
    .click();
  const conversation = agent.getByRole('log', { name: 'Conversation' });
  await expect(conversation.getByText('Hello?')).toBeVisible(SLOW);
  const told = conversation.getByRole('article', { name: /^Automatic/ });
  await expect(told).toHaveCount(1);
  await expect(told).toContainText('we are closed');
  await expect(told.getByText('Delivered', { exact: true })).toBeVisible(SLOW);
  expect(rina.inbox).toHaveLength(1);

  // The replies of one account are copied to another, and undone.
  const widget = page.getByRole('link', { name: /No automatic replies/ }).first();
  const name = await widget.locator('strong').innerText();
  await widget.click();
  await page.getByRole('button', { name: 'Copy from' }).click();
  await page.getByRole('menuitem', { name: 'Shop number' }).click();
  await expect(outOfHours.getByRole('textbox')).toHaveValue(/we are closed/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const toast = page.locator('[data-kind="done"]').filter({ hasText: `“${name}” saved` });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  await expect(outOfHours.getByRole('switch')).not.toBeChecked();
});
