import { type Browser } from 'playwright/test';
import { mediaWorkerIndex } from '@trunkline/contract';
import { callOut, decodedFrameCount, openLink } from '../support/calls/desk-calls.ts';
import { startServer } from '../support/server.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterAll(() => browser.close());

const WORKERS = 2;
const SLOW = { timeout: 30_000 };

test('calls are shared among media servers: each is seen, heard and recorded where its room is @full', async () => {
  test.setTimeout(240_000);
  const server = await startServer({ env: { MEDIA_WORKERS: String(WORKERS) } });
  try {
    const used = new Set<number>();
    // Rooms are assigned to workers by chance, so usually the second or third call is on the other one.
    for (let index = 0; used.size < WORKERS && index < 20; index += 1) {
      const name = `Caller ${index}`;
      const own = await callOut(browser, server.url, { agent: 'agent1', customer: name });
      const { agent, call, link } = own;
      const customer = await openLink(browser, link);
      await customer.getByRole('button', { name: 'Join call' }).click();
      await expect.poll(() => decodedFrameCount(agent, name), SLOW).toBeGreaterThan(10);
      await call.getByRole('button', { name: 'Hang up' }).click();
      await expect(agent.getByRole('button', { name: 'Play recording' })).toBeVisible(SLOW);
      used.add(mediaWorkerIndex(new URL(link).pathname.split('/').at(-1) ?? '', WORKERS));
      await customer.context().close();
      await agent.context().close();
    }
    expect(used.size).toBe(WORKERS);
  } finally {
    await server.discard();
  }
});
