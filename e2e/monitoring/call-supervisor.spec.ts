import type { Browser } from 'playwright/test';
import {
  callFromSiteIn,
  decodedFrameCount,
  audibleTrackCount,
  openReadyIn,
} from '../support/calls/call-people.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// Three browsers in a call leave little of a busy machine.
const PATIENT = { timeout: 90_000 };
let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterAll(() => browser.close());

/** A customer talks with an agent, and a supervisor looks at the board. */
async function startCall(
  baseURL: string,
  { username, button }: { username: string; button: 'Call' | 'Video call' },
) {
  const supervisor = await openAs(browser, baseURL, 'supervisor', { first: '/monitoring' });
  const agent = await openReadyIn(browser, baseURL, username);
  const { page, frame } = await callFromSiteIn(browser, { baseURL, button, name: 'Joko' });
  await agent.getByRole('button', { name: 'Pickup' }).click(PATIENT);
  await expect.poll(() => audibleTrackCount(agent), PATIENT).toBe(1);
  const row = supervisor.getByRole('row').filter({ hasText: 'Joko' });
  const attended = supervisor.getByRole('region', { name: 'Supervised call: Joko' });
  const call = agent.getByRole('region', { name: 'Call with Joko' });
  return { supervisor, row, attended, agent, call, page, customer: frame };
}

test('a supervisor listens to a call in a room, whispers to its agent and joins: proven by what each hears @full', async ({
  server,
}) => {
  test.setTimeout(480_000);
  const all = await startCall(server.url, { username: 'agent1', button: 'Call' });
  const { supervisor, row, attended, agent, call, customer } = all;
  await row.getByRole('button', { name: 'Listen' }).click();
  await expect(attended.getByText('You can’t be heard or seen')).toBeVisible(PATIENT);
  await expect.poll(() => audibleTrackCount(supervisor), PATIENT).toBe(2);
  await expect(row.getByText('Michael Tan is listening')).toBeVisible();
  expect(await audibleTrackCount(agent)).toBe(1);
  await expect(call.getByText('Michael Tan')).toBeHidden();

  await row.getByRole('button', { name: 'Whisper to agent' }).click();
  await expect(attended.getByText('Only the agent hears you')).toBeVisible();
  await expect.poll(() => audibleTrackCount(agent), PATIENT).toBe(2);
  await expect(call.getByText('Michael Tan whispers: only you hear it')).toBeVisible();
  // By now a voice on its way to the customer would have arrived there too.
  expect(await audibleTrackCount(customer)).toBe(1);
  await expect(customer.getByText('Michael Tan')).toBeHidden();

  await attended.getByRole('button', { name: 'Join call' }).click();
  await expect.poll(() => audibleTrackCount(customer), PATIENT).toBe(2);
  await expect.poll(() => audibleTrackCount(agent), PATIENT).toBe(2);
  await expect(customer.getByText('You are talking to Dewi Lestari, Michael Tan')).toBeVisible();
  await expect(row.getByText('Michael Tan has joined')).toBeVisible();

  await attended.getByRole('button', { name: 'Whisper to agent' }).click();
  await expect.poll(() => audibleTrackCount(customer), PATIENT).toBe(1);
  await expect.poll(() => audibleTrackCount(agent), PATIENT).toBe(2);
  await row.getByRole('button', { name: 'Listen' }).click();
  await expect.poll(() => audibleTrackCount(agent), PATIENT).toBe(1);
  await expect.poll(() => audibleTrackCount(supervisor), PATIENT).toBe(2);

  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(attended).toBeHidden(PATIENT);
  await expect(row).toBeHidden();
  await all.page.context().close();
});

test('who listens to a video call sees both, and leaves without anybody having known @full', async ({
  server,
}) => {
  test.setTimeout(480_000);
  const all = await startCall(server.url, { username: 'agent6', button: 'Video call' });
  const { supervisor, row, attended, agent, call } = all;
  await row.getByRole('button', { name: 'Listen' }).click();
  await expect.poll(() => audibleTrackCount(supervisor), PATIENT).toBe(2);
  await expect(attended.locator('video')).toHaveCount(2, PATIENT);
  await expect.poll(() => decodedFrameCount(supervisor, 'Joko'), PATIENT).toBeGreaterThan(10);
  await expect(call.getByText('Michael Tan')).toBeHidden();
  await attended.getByRole('button', { name: 'Leave' }).click();
  await expect(attended).toBeHidden(PATIENT);
  await expect(row.getByText('Michael Tan is listening')).toBeHidden();
  await expect.poll(() => audibleTrackCount(agent), PATIENT).toBe(1);
  await all.page.context().close();
});
