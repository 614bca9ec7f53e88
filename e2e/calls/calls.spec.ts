import { type Browser } from 'playwright/test';
import { callFromSiteIn, decodedFrameCount, loudness, openReadyIn } from '../support/calls/call-people.ts';
import { startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterAll(() => browser.close());

const openReady = (baseURL: string, username: string) => openReadyIn(browser, baseURL, username);
const callFromSite = (baseURL: string, button: 'Call' | 'Video call', name: string) =>
  callFromSiteIn(browser, { baseURL, button, name });

test('a customer calls from the site: the agent’s screen rings, they hear each other, it ends and is rated', async ({
  server,
}) => {
  test.setTimeout(120_000);
  const baseURL = server.url;
  const agent = await openReady(baseURL, 'agent1');
  const typing = agent.getByRole('searchbox', { name: 'Search tickets' });
  await typing.pressSequentially('order');
  const { page, frame } = await callFromSite(baseURL, 'Call', 'Joko');

  const ring = agent.getByRole('dialog', { name: 'Incoming Voip' });
  await expect(ring.getByText('Joko', { exact: true })).toBeVisible();
  await expect(ring.getByRole('alert')).toHaveText('Incoming Voip: Joko');
  // Typing goes on: not even the space bar answers the call, and the status can be changed.
  await agent.keyboard.type(' a mill');
  await expect(typing).toHaveValue('order a mill');
  await agent.locator('button[data-activity="6"]').click({ trial: true });
  const wide = agent.viewportSize() ?? { width: 1280, height: 720 };
  await agent.setViewportSize({ width: 390, height: 844 });
  await agent.locator('button[data-activity="6"]').click();
  await agent.getByRole('menuitem', { name: 'Offline' }).click({ trial: true });
  await agent.keyboard.press('Escape');
  await agent.setViewportSize(wide);
  await agent.keyboard.press('Escape');
  await expect(ring).toBeVisible();
  await expect(frame.getByText('Connecting you…')).toBeVisible();
  await ring.getByRole('button', { name: 'Pickup' }).click();
  await expect(ring).toBeHidden();
  await agent.waitForURL(/\/tickets\/detail\?id=\d+/);

  const call = agent.getByRole('region', { name: 'Call with Joko' });
  await expect(call).toBeVisible();
  await expect(frame.getByText('You are talking to Dewi Lestari')).toBeVisible();
  await expect.poll(() => loudness(agent), { timeout: 30_000 }).toBeGreaterThan(4);
  expect(await call.boundingBox()).toMatchObject({ width: 320, height: 240 });

  const microphone = call.getByRole('button', { name: 'Microphone' });
  await microphone.click();
  await expect(microphone).toHaveAttribute('aria-pressed', 'false');
  await microphone.click();
  await expect(microphone).toHaveAttribute('aria-pressed', 'true');
  await frame.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(call.getByText('Remote participant is muted')).toBeVisible();

  // Both sides are told of the recording and of its pause.
  const told = frame.locator('.call-recorded');
  await expect(told).toHaveText('This call is being recorded.');
  await expect(call.getByText('This call is being recorded.')).toBeVisible();
  await call.getByRole('button', { name: 'Pause recording' }).click();
  await expect(told).toHaveText('The recording is paused.');
  await expect(call.getByText('The recording is paused.')).toBeVisible();
  await call.getByRole('button', { name: 'Record call' }).click();
  await expect(told).toHaveText('This call is being recorded.');
  await expect(call.getByRole('button', { name: 'Pause recording' })).toBeVisible();

  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(agent.getByText('Call ended successfully')).toBeVisible();
  await expect(call).toBeHidden();
  await expect(frame.getByText('The call has ended')).toBeVisible();
  await frame.getByLabel('5 of 5').check({ force: true });
  await frame.getByRole('button', { name: 'Send' }).click();
  await expect(frame.getByText('Thank you.')).toBeVisible();
  const time = agent.getByLabel('Conversation', { exact: true });
  await expect(time.getByText('Joko rated the call 5 of 5')).toBeVisible();

  const player = agent.getByRole('button', { name: 'Play recording' });
  await player.first().click({ timeout: 30_000 });
  const recorded = agent.getByLabel('Recording of Joko').first();
  await expect
    .poll(() => recorded.evaluate((media: HTMLVideoElement) => media.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(0.5);
  await agent.context().close();
  await page.context().close();
});

test('a video call: both see each other, the window moves and grows, the customer hangs up @full', async ({
  server,
}) => {
  test.setTimeout(120_000);
  const baseURL = server.url;
  const agent = await openReady(baseURL, 'agent6');
  const { page, frame } = await callFromSite(baseURL, 'Video call', 'Siti');
  await agent.getByRole('button', { name: 'Pickup' }).click();
  const call = agent.getByRole('region', { name: 'Call with Siti' });
  await expect.poll(() => decodedFrameCount(agent, 'Siti'), { timeout: 30_000 }).toBeGreaterThan(10);
  await expect(frame.locator('video').first()).toBeVisible();

  const head = call.getByRole('group', { name: /Move the window/ });
  const before = await call.boundingBox();
  await head.focus();
  await agent.keyboard.press('ArrowLeft');
  expect((await call.boundingBox())?.x).toBeCloseTo((before?.x ?? 0) - 24, 0);
  await call.getByRole('button', { name: 'Maximize' }).click();
  expect((await call.boundingBox())?.width).toBeGreaterThan(1000);
  await call.getByRole('button', { name: 'Restore' }).click();
  await call.getByRole('button', { name: 'Camera' }).click();
  await expect(call.getByRole('button', { name: 'Camera' })).toHaveAttribute('aria-pressed', 'false');

  await frame.getByRole('button', { name: 'Hang up' }).click();
  await expect(call).toBeHidden({ timeout: 20_000 });
  await agent.context().close();
  await page.context().close();
});

test('who reloads the page goes on with the call @full', async ({ server }) => {
  test.setTimeout(120_000);
  const baseURL = server.url;
  const agent = await openReady(baseURL, 'agent1');
  const { page, frame } = await callFromSite(baseURL, 'Call', 'Rudi');
  await agent.getByRole('button', { name: 'Pickup' }).click();
  const call = agent.getByRole('region', { name: 'Call with Rudi' });
  await expect.poll(() => loudness(agent), { timeout: 30_000 }).toBeGreaterThan(4);
  await agent.reload();
  await expect(call).toBeVisible();
  await expect.poll(() => loudness(agent), { timeout: 30_000 }).toBeGreaterThan(4);
  await page.reload();
  await expect(frame.getByText('You are talking to Dewi Lestari')).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => loudness(agent), { timeout: 30_000 }).toBeGreaterThan(4);
  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(frame.getByText('The call has ended')).toBeVisible();
  await agent.context().close();
  await page.context().close();
});

test('an agent turns a chat into a video call: the customer follows the link, checks the preview and joins', async ({
  server,
}) => {
  test.setTimeout(120_000);
  const baseURL = server.url;
  const { ticketId } = await startChat(baseURL, 'Grace');
  // Opened before anything else, because a page that is left while it connects counts as a tab that rings for some
  // seconds.
  const agent = await openAs(browser, baseURL, 'agent1', { first: `/tickets/detail?id=${ticketId}` });
  await agent.getByRole('button', { name: 'Take it', exact: true }).click();
  await agent.getByRole('button', { name: 'Call the customer' }).click();
  await agent.getByRole('menuitem', { name: 'Video call' }).click();
  const call = agent.getByRole('region', { name: 'Call with Grace' });
  await expect(call.getByText('Waiting Participant..')).toBeVisible();

  const time = agent.getByLabel('Conversation', { exact: true });
  const link = await time.getByRole('link', { name: /\/c\// }).getAttribute('href');
  const guest = await (await browser.newContext({ locale: 'en-US' })).newPage();
  const { pathname, search } = new URL(link ?? '');
  await guest.goto(baseURL + pathname + search);
  await expect(guest.getByRole('textbox', { name: 'Your name' })).toHaveValue('Grace');
  await expect(guest.getByLabel('Your video')).toBeVisible();
  await guest.getByRole('button', { name: 'Join call' }).click();
  await expect.poll(() => decodedFrameCount(agent, 'Grace'), { timeout: 30_000 }).toBeGreaterThan(10);
  await expect.poll(() => decodedFrameCount(guest, 'Dewi Lestari'), { timeout: 30_000 }).toBeGreaterThan(10);

  await guest.getByRole('button', { name: 'Hang up' }).click();
  await expect(guest.getByRole('heading', { name: 'You left the call' })).toBeVisible();
  await expect(call.getByText('Participant has left the call')).toBeVisible();
  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(agent.getByText('Call ended successfully')).toBeVisible();
  await guest.goto(baseURL + pathname + search);
  await expect(guest.getByRole('heading', { name: 'The call has ended' })).toBeVisible();
  await guest.goto(`${baseURL}${new URL(guest.url()).pathname}?t=forged`);
  await expect(guest.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  await guest.context().close();
  await agent.context().close();
});
