import { type Browser } from 'playwright/test';
import { callFromSiteIn, openReadyIn } from '../support/calls/call-people.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { goReady } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterAll(() => browser.close());

test('the window of a call gives the keyboard focus back: to the reply after hanging up, else to the page @full', async ({
  server,
}) => {
  test.setTimeout(150_000);
  const baseURL = server.url;
  const agent = await openReadyIn(browser, baseURL, 'agent1');
  const ring = agent.getByRole('dialog', { name: 'Incoming Voip' });
  const main = agent.getByRole('main');

  for (const kind of ['Call', 'Video call'] as const) {
    const name = kind === 'Call' ? 'Wati' : 'Yuni';
    const { page } = await callFromSiteIn(browser, { baseURL, button: kind, name });
    await ring.getByRole('button', { name: 'Pickup' }).press('Enter');
    const call = agent.getByRole('region', { name: `Call with ${name}` });
    await expect(call).toBeVisible();
    await agent.waitForURL(/\/tickets\/detail\?id=\d+/);
    await expect(agent.locator(':focus')).toHaveCount(1);
    const write = agent.getByRole('textbox', { name: /^(Reply|Note|Internal note)$/ });
    await agent.getByRole('region', { name: 'Write' }).getByRole('textbox').first().focus();
    await expect(write.first()).toBeFocused();
    await call.getByRole('button', { name: 'Hang up' }).press('Enter');
    await expect(call).toBeHidden();
    await expect(write.first()).toBeFocused();
    await page.context().close();
    await agent.goto('/tickets');
    await goReady(agent);
  }

  // The customer hangs up while the agent is at the microphone: the next key must press nothing.
  const { page, frame } = await callFromSiteIn(browser, { baseURL, button: 'Call', name: 'Tono' });
  await ring.getByRole('button', { name: 'Pickup' }).press('Enter');
  const call = agent.getByRole('region', { name: 'Call with Tono' });
  await agent.waitForURL(/\/tickets\/detail\?id=\d+/);
  await call.getByRole('button', { name: 'Microphone' }).press('Enter');
  await frame.getByRole('button', { name: 'Hang up' }).click();
  await expect(call).toBeHidden({ timeout: 20_000 });
  await expect(main).toBeFocused();
  await agent.context().close();
  await page.context().close();
});
