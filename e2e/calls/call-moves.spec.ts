import { type Browser, type FrameLocator, type Locator, type Page } from 'playwright/test';
import {
  callFromSiteIn,
  decodedFrameCount,
  audibleTrackCount,
  openReadyIn,
} from '../support/calls/call-people.ts';
import { startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

// A server of its own, because availability for calls depends on calls that other journeys left.
test.use({ ground: 'call-moves', trace: 'off' });

let browser: Browser;
test.beforeEach(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterEach(() => browser.close());

const SLOW = { timeout: 30_000 };
const ON_HOLD = 'One moment, please: you are on hold';

async function startCallWith(baseURL: string, username: string, kind: 'Call' | 'Video call', name: string) {
  const agent = await openReadyIn(browser, baseURL, username);
  const { page, frame } = await callFromSiteIn(browser, { baseURL, button: kind, name });
  await agent.getByRole('button', { name: 'Pickup' }).click();
  const call = agent.getByRole('region', { name: `Call with ${name}` });
  await expect.poll(() => audibleTrackCount(agent), SLOW).toBe(1);
  return { agent, page, frame, call };
}

/** Opens the dialog and picks somebody by keyboard. */
async function pick(agent: Page, way: string, name: string): Promise<void> {
  await agent.getByRole('button', { name: 'Invite or transfer' }).click();
  const dialog = agent.getByRole('dialog', { name: 'Invite or transfer' });
  await dialog.getByText(way, { exact: true }).click();
  const search = dialog.getByRole('textbox', { name: 'Search' });
  await search.fill(name);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await search.press('ArrowDown');
  await agent.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

/** Whether all parts are on the screen and none overlap. */
async function expectNoOverlap(parts: Locator[]): Promise<void> {
  const boxes: Box[] = [];
  for (const part of parts) {
    await expect(part).toBeInViewport({ ratio: 1 });
    boxes.push((await part.boundingBox())!);
  }
  const clashes = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => overlap(a, b)));
  expect(clashes).toEqual([]);
}

type Box = { x: number; y: number; width: number; height: number };
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Whether the music plays and its position advances. */
async function hearsMusic(place: Page | FrameLocator): Promise<void> {
  const music = place.locator('audio[data-hold-music]');
  const at = () => music.evaluate((audio: HTMLAudioElement) => (audio.paused ? 0 : audio.currentTime));
  await expect.poll(at, SLOW).toBeGreaterThan(0.3);
}

test('a colleague is invited into a video call: all three hear and see each other, hold, and the call is handed over @full', async ({
  server,
}) => {
  test.setTimeout(240_000);
  const baseURL = server.url;
  const { agent: dewi, page, frame, call } = await startCallWith(baseURL, 'agent1', 'Video call', 'Nadia');
  const budi = await openReadyIn(browser, baseURL, 'agent2');

  await pick(dewi, 'Invite', 'budi');
  await expect(call.getByText('Ringing Budi Santoso…')).toBeVisible();
  const ring = budi.getByRole('dialog', { name: 'Incoming Voip' });
  await expect(ring.getByText('Nadia', { exact: true })).toBeVisible();
  await expect(ring.getByText('Dewi Lestari invites you to a call')).toBeVisible();
  await ring.getByRole('button', { name: 'Pickup' }).click();
  await budi.waitForURL(/\/tickets\/detail\?id=\d+/);
  await expect(dewi.getByText('Budi Santoso has joined the call')).toBeVisible();
  for (const [who, whom] of [
    [dewi, 'Nadia'],
    [dewi, 'Budi Santoso'],
    [budi, 'Nadia'],
    [budi, 'Dewi Lestari'],
  ] as const) {
    await expect.poll(() => decodedFrameCount(who, whom), SLOW).toBeGreaterThan(5);
  }
  // Media 17 has a tile for each of the others, beside the own picture.
  await expect(call.locator('[data-count="2"] figure')).toHaveCount(2);
  await expect(call.getByLabel('Your video')).toBeVisible();
  await expect(frame.locator('video.call-picture')).toHaveCount(2);
  for (const place of [dewi, budi, frame]) await expect.poll(() => audibleTrackCount(place), SLOW).toBe(2);

  await call.getByRole('button', { name: 'Hold' }).click();
  await expect(frame.getByText(ON_HOLD)).toBeVisible();
  await expect(call.getByText('On hold')).toBeVisible();
  // Without video the agent's initials are shown, with the music mark.
  await expect(frame.locator('.call-stage.calm .call-who')).toHaveText('DL');
  await expect(frame.locator('.call-music')).toBeVisible();
  await hearsMusic(frame);
  // The agents go on talking; nothing passes between them and the customer.
  for (const agent of [dewi, budi]) await expect.poll(() => audibleTrackCount(agent), SLOW).toBe(1);
  await expect(frame.locator('video.call-picture')).toHaveCount(0);
  expect(await audibleTrackCount(frame)).toBe(0);
  await page.reload();
  await expect(frame.getByText(ON_HOLD)).toBeVisible(SLOW);
  await dewi.reload();
  await expect(call.getByText('On hold')).toBeVisible(SLOW);
  await expect.poll(() => audibleTrackCount(budi), SLOW).toBe(1);
  expect(await audibleTrackCount(frame)).toBe(0);

  await call.getByRole('button', { name: 'Hold' }).click();
  await expect(frame.getByText('You are talking to Dewi Lestari')).toBeVisible();
  for (const place of [dewi, budi, frame]) await expect.poll(() => audibleTrackCount(place), SLOW).toBe(2);
  await expect.poll(() => decodedFrameCount(dewi, 'Nadia'), SLOW).toBeGreaterThan(5);

  await dewi.getByRole('button', { name: 'Invite or transfer' }).click();
  const dialog = dewi.getByRole('dialog', { name: 'Invite or transfer' });
  await dialog.getByText('Transfer to colleague', { exact: true }).click();
  await dialog.getByLabel('Stay in the call').uncheck();
  await dialog.getByRole('button', { name: /Budi Santoso/ }).click();
  await expect(call).toBeHidden(SLOW);
  await expect(frame.getByText('You are talking to Budi Santoso')).toBeVisible();
  const time = budi.getByLabel('Conversation', { exact: true });
  await expect(time.getByText('Budi Santoso took over the call')).toBeVisible();
  await expect.poll(() => audibleTrackCount(budi), SLOW).toBe(1);
  await budi
    .getByRole('region', { name: 'Call with Nadia' })
    .getByRole('button', { name: 'Hang up' })
    .click();
  await expect(frame.getByText('The call has ended')).toBeVisible();
});

test('a call is transferred to another department: the customer waits with music, and the agent who picks up sees the reason @full', async ({
  server,
}) => {
  test.setTimeout(180_000);
  const baseURL = server.url;
  const { agent: dewi, frame, call } = await startCallWith(baseURL, 'agent1', 'Call', 'Bayu');
  await dewi.getByRole('button', { name: 'Invite or transfer' }).click();
  const dialog = dewi.getByRole('dialog', { name: 'Invite or transfer' });
  await dialog.getByText('Transfer to department', { exact: true }).click();
  await dialog.getByLabel('Note (optional)').fill('Order 4711 was paid twice');
  await dialog.getByRole('button', { name: /Billing/ }).click();
  await expect(call).toBeHidden(SLOW);
  await expect(frame.getByText('One moment, please: we are connecting you to Billing')).toBeVisible();
  await hearsMusic(frame);

  const sarah = await openReadyIn(browser, baseURL, 'agent3');
  const ring = sarah.getByRole('dialog', { name: 'Incoming Voip' });
  await expect(ring.getByText('Dewi Lestari transferred a call to your department')).toBeVisible(SLOW);
  await expect(ring.getByText('Order 4711 was paid twice')).toBeVisible();
  await ring.getByRole('button', { name: 'Pickup' }).click();
  await expect(frame.getByText('You are talking to Sarah Collins')).toBeVisible();
  await expect(frame.locator('audio[data-hold-music]')).toHaveCount(0);
  for (const place of [sarah, frame]) await expect.poll(() => audibleTrackCount(place), SLOW).toBe(1);
  const time = sarah.getByLabel('Conversation', { exact: true });
  await expect(time.getByText('Order 4711 was paid twice')).toBeVisible();
  await expect(time.getByText('Dewi Lestari transferred the call to Billing')).toBeVisible();
  await frame.getByRole('button', { name: 'Hang up' }).click();
  await expect(sarah.getByRole('region', { name: 'Call with Bayu' })).toBeHidden(SLOW);
});

test('the dialog for adding somebody closes without the page below: by Escape, when they have joined, and after the call @full', async ({
  server,
}) => {
  test.setTimeout(180_000);
  const baseURL = server.url;
  const { agent: dewi, frame, call } = await startCallWith(baseURL, 'agent1', 'Call', 'Laras');
  const budi = await openReadyIn(browser, baseURL, 'agent2');
  const tool = call.getByRole('button', { name: 'Invite or transfer' });
  const dialog = dewi.getByRole('dialog', { name: 'Invite or transfer' });
  const ticket = dewi.url();

  // Each Escape closes only the topmost dialog, and the ticket stays open.
  await dewi.keyboard.press('?');
  const help = dewi.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toBeVisible();
  await tool.click();
  await expect(dialog).toBeVisible();
  await dewi.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(help).toBeVisible();
  await dewi.keyboard.press('Escape');
  await expect(help).toBeHidden();
  expect(dewi.url()).toBe(ticket);

  await pick(dewi, 'Invite', 'budi');
  await expect(call.getByText('Ringing Budi Santoso…')).toBeVisible();
  await tool.click();
  await expect(dialog).toBeVisible();
  await budi.getByRole('button', { name: 'Pickup' }).click();
  await expect(call.getByText('With Budi Santoso')).toBeVisible();
  await expect(dialog).toBeHidden();

  await tool.click();
  await expect(dialog).toBeVisible();
  await frame.getByRole('button', { name: 'Hang up' }).click();
  await expect(call.getByText('Meeting has ended')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a guest who came by a link waits with music on hold as well @full', async ({ server }) => {
  test.setTimeout(180_000);
  const baseURL = server.url;
  const { ticketId } = await startChat(baseURL, 'Wulan');
  const agent = await openAs(browser, baseURL, 'agent1');
  await agent.goto(`/tickets/detail?id=${ticketId}`);
  await agent.getByRole('button', { name: 'Take it', exact: true }).click();
  await agent.getByRole('button', { name: 'Call the customer' }).click();
  await agent.getByRole('menuitem', { name: 'Voice call' }).click();
  const call = agent.getByRole('region', { name: 'Call with Wulan' });
  const time = agent.getByLabel('Conversation', { exact: true });
  const link = await time.getByRole('link', { name: /\/c\// }).getAttribute('href');
  const { pathname, search } = new URL(link ?? '');
  const guest = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await guest.goto(baseURL + pathname + search);
  await guest.getByRole('button', { name: 'Join call' }).click();
  for (const place of [agent, guest]) await expect.poll(() => audibleTrackCount(place), SLOW).toBe(1);

  await call.getByRole('button', { name: 'Hold' }).click();
  await expect(guest.getByText(ON_HOLD)).toBeVisible();
  await expectNoOverlap([
    call.getByText('Wulan', { exact: true }),
    call.locator('[data-initials]'),
    call.locator('[data-held]'),
    call.getByRole('button', { name: 'Hang up' }),
  ]);
  await expect(call.getByRole('button', { name: 'Record call' })).toBeDisabled();
  await expect(call.getByRole('button', { name: 'Record call' })).toHaveAccessibleDescription(
    'Recording is off while on hold: resume the call first',
  );
  await hearsMusic(guest);
  expect([await audibleTrackCount(agent), await audibleTrackCount(guest)]).toEqual([0, 0]);
  await call.getByRole('button', { name: 'Hold' }).click();
  await expect(guest.getByText(ON_HOLD)).toBeHidden();
  for (const place of [agent, guest]) await expect.poll(() => audibleTrackCount(place), SLOW).toBe(1);
  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(guest.getByRole('heading', { name: 'The call has ended' })).toBeVisible(SLOW);
});

test('a killed server and a killed browser: a ringing call goes on ringing, the hold stays, the colleague has the call @full', async ({
  server,
}) => {
  test.setTimeout(240_000);
  const baseURL = server.url;
  const { agent: dewi, frame, call } = await startCallWith(baseURL, 'agent1', 'Call', 'Indah');
  const budi = await openReadyIn(browser, baseURL, 'agent2');
  await call.getByRole('button', { name: 'Hold' }).click();
  await expect(frame.getByText(ON_HOLD)).toBeVisible();
  await pick(dewi, 'Invite', 'budi');
  const ring = budi.getByRole('dialog', { name: 'Incoming Voip' });
  await expect(ring).toBeVisible();

  await server.kill9();
  await server.restart();
  await expect(ring).toBeVisible();
  await expect(ring.getByRole('button', { name: 'Pickup' })).toBeEnabled();
  await ring.getByRole('button', { name: 'Pickup' }).click();
  await expect(budi.getByRole('region', { name: 'Call with Indah' })).toBeVisible(SLOW);
  await expect(frame.getByText(ON_HOLD)).toBeVisible();
  await expect.poll(() => audibleTrackCount(budi), SLOW).toBe(1);
  expect(await audibleTrackCount(frame)).toBe(0);
  await expect(call.getByText('With Budi Santoso')).toBeVisible();
  await budi.getByRole('button', { name: 'Hold' }).click();
  for (const place of [dewi, budi, frame]) await expect.poll(() => audibleTrackCount(place), SLOW).toBe(2);

  // Her page disappears without hanging up: after a while the call is his.
  await dewi.context().close();
  await expect(frame.getByText('You are talking to Budi Santoso')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => audibleTrackCount(budi), SLOW).toBe(1);
  await frame.getByRole('button', { name: 'Hang up' }).click();
  await expect(frame.getByText('The call has ended')).toBeVisible();
});
