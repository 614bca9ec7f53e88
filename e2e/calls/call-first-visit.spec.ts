import { type Browser, type FrameLocator, type Page } from 'playwright/test';
import { loudness, openReadyIn } from '../support/calls/call-people.ts';
import { controlDevicePrompt, launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

/** Shorter than the time-out of a multicast look-up, and longer than any machine needs. */
const HEARD_WITHIN_MS = 8_000;

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterAll(() => browser.close());

/** Wati calls from the shop's site and the agent picks up. Returns Wati's widget. */
async function callFromShop(page: Page, agent: Page): Promise<FrameLocator> {
  await page.goto('/demo');
  await page.getByRole('button', { name: /chat/i }).first().click();
  const widget = page.frameLocator('iframe[src*="/widget/"]');
  await widget.getByRole('button', { name: 'Call', exact: true }).click();
  await widget.getByLabel('Name').fill('Wati');
  await widget.getByRole('button', { name: 'Call now' }).click();
  await agent.getByRole('button', { name: 'Pickup' }).click();
  await expect(widget.getByText('You are talking to Dewi Lestari')).toBeVisible();
  return widget;
}

test('a customer who has never called before allows the microphone when asked: both hear each other, on one line @full', async ({
  server,
}) => {
  const baseURL = server.url;
  const agent = await openReadyIn(browser, baseURL, 'agent1');
  const context = await browser.newContext({ baseURL, locale: 'en-US' });
  const page = await context.newPage();
  const visit = controlDevicePrompt(context);
  const lines: { isBroken: boolean }[] = [];
  page.on('websocket', (line) => {
    if (!line.url().includes('/rtc')) return;
    const kept = { isBroken: false };
    lines.push(kept);
    line.on('close', () => (kept.isBroken = true));
  });

  const widget = await callFromShop(page, agent);

  await expect.poll(visit.hasAsked).toBe(true);
  await expect.poll(() => visit.addresses.length).toBeGreaterThan(0);
  expect(visit.addresses.filter((address) => !address.endsWith('.local'))).toEqual([]);
  const frame = page.frames().find((each) => each.url().includes('/widget/'));
  if (!frame) throw new Error('the widget is gone');
  await expect.poll(() => loudness(frame), { timeout: HEARD_WITHIN_MS }).toBeGreaterThan(4);

  await visit.allow();
  await expect.poll(() => loudness(agent), { timeout: HEARD_WITHIN_MS }).toBeGreaterThan(4);
  expect(lines).toEqual([{ isBroken: false }]);
  await agent.getByRole('button', { name: 'Hang up' }).click();
  await expect(widget.getByText('The call has ended')).toBeVisible();
  await agent.context().close();
  await context.close();
});

test('a customer who denies the microphone hears the agent, is told what to do, and stays connected @full', async ({
  server,
}) => {
  const baseURL = server.url;
  const agent = await openReadyIn(browser, baseURL, 'agent1');
  const context = await browser.newContext({ baseURL, locale: 'en-US' });
  const page = await context.newPage();
  const question = controlDevicePrompt(context);
  const widget = await callFromShop(page, agent);
  await expect.poll(question.hasAsked).toBe(true);
  question.refuse();
  await expect(widget.getByText('Microphone blocked. Allow it in your browser.')).toBeVisible();
  const frame = page.frames().find((each) => each.url().includes('/widget/'));
  if (!frame) throw new Error('the widget is gone');
  await expect.poll(() => loudness(frame), { timeout: HEARD_WITHIN_MS }).toBeGreaterThan(4);
  await agent.getByRole('button', { name: 'Hang up' }).click();
  await expect(widget.getByText('The call has ended')).toBeVisible();
  await agent.context().close();
  await context.close();
});
