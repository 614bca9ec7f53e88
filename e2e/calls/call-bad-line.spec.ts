import { type Browser } from 'playwright/test';
import { createBadLine, routeMediaOver } from '../support/calls/bad-line.ts';
import { audibleTrackCount } from '../support/calls/call-people.ts';
import { callOut, decodedFrameCount } from '../support/calls/desk-calls.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

// A server of its own, because calls of other journeys would ring here.
test.use({ ground: 'call-bad-line' });

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterAll(() => browser.close());

const SLOW = { timeout: 40_000 };

test('a customer on a bad connection is seen and heard, is told the reason, and nobody has to call again @full', async ({
  server,
}) => {
  test.setTimeout(240_000);
  const line = createBadLine({ loss: 0.1, delayMs: 150 });
  const { agent, call, link } = await callOut(browser, server.url, {
    agent: 'agent1',
    customer: 'Lestari',
  });
  const context = await browser.newContext({ locale: 'en-US' });
  await routeMediaOver(context, line);
  const customer = await context.newPage();
  await customer.goto(link);
  await customer.getByRole('button', { name: 'Join call' }).click();

  await expect.poll(() => decodedFrameCount(agent, 'Lestari'), SLOW).toBeGreaterThan(20);
  await expect.poll(() => decodedFrameCount(customer, 'Dewi Lestari'), SLOW).toBeGreaterThan(20);
  for (const page of [agent, customer]) await expect.poll(() => audibleTrackCount(page), SLOW).toBe(1);
  await expect(customer.getByText(/(Weak|Very weak) connection/)).toBeVisible(SLOW);
  // The agent sees whose connection is bad.
  await call.getByRole('button', { name: 'Participants', exact: true }).click();
  const people = call.getByRole('complementary', { name: 'Participants' });
  await expect(people.getByRole('img', { name: /^(Weak|Bad) connection$/ })).toBeVisible(SLOW);

  // All packets are lost until the page reports it; the call is still there when the connection is back.
  line.set({ loss: 1 });
  await expect(
    customer
      .getByRole('status')
      .filter({ hasText: /connection/i })
      .first(),
  ).toBeVisible(SLOW);
  line.set({ loss: 0, delayMs: 0 });
  const seen = await decodedFrameCount(customer, 'Dewi Lestari');
  await expect.poll(() => decodedFrameCount(customer, 'Dewi Lestari'), SLOW).toBeGreaterThan(seen + 20);
  for (const page of [agent, customer]) await expect.poll(() => audibleTrackCount(page), SLOW).toBe(1);
  await expect(customer.getByText(/(Weak|Very weak) connection/)).toBeHidden(SLOW);

  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(customer.getByRole('heading', { name: 'The call has ended' })).toBeVisible();
  await agent.context().close();
  await context.close();
  line.close();
});
