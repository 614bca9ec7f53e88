import { startMeta, type Meta } from '../packages/simulator/src/index.ts';
import { goReady, openAs } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { expect, test } from './support/test.ts';
import type { Page } from 'playwright/test';

const SLOW = { timeout: 30_000 };
const DAY_MS = 86_400_000;
let meta: Meta;
let server: TestServer;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  meta = await startMeta();
  const body = (text: string) => [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
    { type: 'BODY', text },
    { type: 'FOOTER', text: 'Kopi Kita' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'I am coming' }] },
  ];
  const ready = { name: 'order_ready', status: 'APPROVED', category: 'UTILITY' };
  meta.templates.push(
    { ...ready, language: 'en', components: body('Dear {{1}}, your order is ready.') },
    { ...ready, language: 'de', components: body('{{1}}, fertig.') },
    {
      ...{ name: 'win_a_cup', language: 'en', status: 'REJECTED', category: 'MARKETING' },
      rejected_reason: 'INVALID_FORMAT',
      components: [{ type: 'BODY', text: 'You win' }],
    },
  );
  // Its account would show in other journeys.
  server = await startServer({ env: { META_GRAPH_URL: meta.url } });
  const page = await openAs(browser, server.url, 'admin');
  await addAccount(page);
  await page.context().close();
});
test.afterAll(async () => {
  await server.discard();
  await meta.close();
});

async function addAccount(page: Page): Promise<void> {
  await page.goto('/configurasi/config_socmed');
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('WhatsApp');
  await page.getByLabel('Phone number', { exact: true }).fill(meta.business.shown);
  await page.getByLabel('Phone number ID').fill(meta.business.numberId);
  await page.getByLabel('WhatsApp Business Account ID').fill(meta.business.businessId);
  await page.getByLabel('Access token').fill(meta.accessToken);
  await page.getByLabel('App secret').fill(meta.appSecret);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('“WhatsApp” was added')).toBeVisible();
  meta.world.webhook = await page.getByRole('textbox', { name: 'Callback URL' }).inputValue();
}

test('a day later only a template goes out; the customer answers it, and may be answered freely again', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const page = await openAs(browser, server.url, 'admin');
  // What language new customers are taken to speak.
  await page.request.patch('/api/configs/app', { data: { default_language: 'id' } });
  await page.goto('/configurasi/config_socmed');
  await page.getByRole('button', { name: 'Fetch now' }).click();
  await expect(page.getByText('order_ready').first()).toBeVisible(SLOW);
  await expect(page.getByText('INVALID_FORMAT')).toBeVisible();
  await expect(page.getByText('Refused', { exact: true })).toBeVisible();

  const agent = await openAs(browser, server.url, 'agent1');
  await agent.goto('/tickets');
  await goReady(agent);
  const rina = meta.phone('628111234567', 'Rina Kusuma');
  const old = Date.now() - DAY_MS - 60_000;
  await rina.write({ type: 'text', text: { body: 'Is my grinder ready?' } }, undefined, old);
  const offers = agent.getByRole('region', { name: 'Waiting conversations' });
  await offers.getByRole('button', { name: 'Take it: Rina Kusuma' }).click(SLOW);
  const closed = agent.getByText('The customer last wrote more than 24 hours ago');
  await expect(closed).toBeVisible(SLOW);
  const box = agent.getByRole('textbox', { name: 'Reply' });
  await box.fill('It is.');
  await expect(agent.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await box.fill('');

  await agent.getByRole('button', { name: 'Choose a template' }).click();
  const dialog = agent.getByRole('dialog', { name: 'Send a template' });
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await agent.getByRole('option', { name: 'order_ready' }).click();
  await expect(dialog.getByText('This one is in English')).toBeVisible();
  await expect(dialog.getByLabel('Text: 1')).toHaveValue('Rina Kusuma');
  const send = dialog.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await expect(dialog.getByText('Something has to stand here.')).toBeVisible();
  await dialog.getByLabel('Heading: 1').fill('881');
  const preview = dialog.getByRole('region', { name: 'What the customer gets' });
  await expect(preview.getByText('Dear Rina Kusuma, your order is ready.')).toBeVisible();
  await send.click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => rina.inbox.map(({ text }) => text), SLOW)
    .toEqual(['Dear Rina Kusuma, your order is ready.']);
  await expect(agent.getByText('Order 881')).toBeVisible(SLOW);
  await expect(agent.getByText('Kopi Kita')).toBeVisible();
  await expect(agent.getByText('Delivered', { exact: true })).toBeVisible(SLOW);

  await rina.write({ type: 'button', button: { text: 'I am coming', payload: 'I am coming' } });
  await expect(agent.getByText(/Free answers go out until/)).toBeVisible(SLOW);
  await expect(closed).toBeHidden();
  await box.fill('See you.');
  await box.press('Enter');
  await expect.poll(() => rina.inbox.at(-1)?.text, SLOW).toBe('See you.');
});
