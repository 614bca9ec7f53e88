import { chromium, type Browser } from 'playwright/test';
import { openReadyIn } from '../support/calls/call-people.ts';
import { CALL_FLAGS } from '../support/calls/calls.ts';
import { startChat } from '../support/chat.ts';
import { findChromium } from '../support/chromium.ts';
import { expect, test } from '../support/test.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: CALL_FLAGS });
});
test.afterAll(() => browser.close());

test('a call that is requested in another tab starts once this tab is used; wrap-up shows its remaining time, is extended and ends @full', async ({
  server,
}) => {
  test.setTimeout(120_000);
  const first = await openReadyIn(browser, server.url, 'agent1');
  const { ticketId } = await startChat(server.url, 'Wulan');
  const agent = await first.context().newPage();
  await agent.goto(`/tickets/detail?id=${ticketId}`);
  await agent.getByRole('button', { name: 'Take it', exact: true }).click();
  await expect(agent.getByRole('button', { name: 'Use this tab' })).toHaveCount(1);

  await agent.getByRole('button', { name: 'Call the customer' }).click();
  await agent.getByRole('menuitem', { name: 'Voice call' }).click();
  const use = agent.getByRole('button', { name: 'Use this tab' });
  // In the banner above the page, and in the toast where the call was asked for.
  await expect(use).toHaveCount(2);
  const call = agent.getByRole('region', { name: 'Call with Wulan' });
  await expect(call).toHaveCount(0);
  await use.last().click();
  await expect(call).toBeVisible();
  await call.getByRole('button', { name: 'Hang up' }).click();

  const own = agent.getByRole('banner').getByRole('button', { name: /^Wrap-up/ });
  await expect(own).toHaveText(/^Wrap-up0:\d\d left$/);
  await own.click();
  await expect(agent.getByText(/^Not receiving calls\. Ready in 0:\d\d$/)).toBeVisible();
  await agent.getByRole('menuitem', { name: 'Add 1 minute' }).click();
  await expect(own).toHaveText(/^Wrap-up1:\d\d left$/);
  if (process.env['PICTURES']) await agent.screenshot({ path: `${process.env['PICTURES']}/wrap-up.png` });
  await agent.getByRole('menuitem', { name: 'End wrap-up' }).click();
  await expect(agent.locator('button[data-activity="6"]')).toBeVisible();
  await first.context().close();
});
