import { createReadStream } from 'node:fs';
import { type Browser, type Page } from 'playwright/test';
import { callFromSiteIn, decodedFrameCount, openReadyIn } from '../support/calls/call-people.ts';
import { startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterAll(() => browser.close());

/** Makes a video call of some seconds, which its agent ends, and shows its ticket. */
async function recordedCall(baseURL: string, name: string): Promise<Page> {
  const agent = await openReadyIn(browser, baseURL, 'agent1');
  const { page } = await callFromSiteIn(browser, { baseURL, button: 'Video call', name });
  await agent.getByRole('button', { name: 'Pickup' }).click();
  await agent.waitForURL(/\/tickets\/detail\?id=\d+/);
  await expect.poll(() => decodedFrameCount(agent, name), { timeout: 30_000 }).toBeGreaterThan(60);
  await agent.getByRole('button', { name: 'Hang up' }).click();
  await expect(agent.getByRole('button', { name: 'Play recording' })).toBeVisible({ timeout: 30_000 });
  await page.context().close();
  return agent;
}

/** Returns the position in a participant's file and the number of decoded frames. */
const stateOf = (page: Page, name: string) =>
  page
    .getByLabel(`Recording of ${name}`)
    .first()
    .evaluate((video: HTMLVideoElement) => ({
      at: video.currentTime,
      rate: video.playbackRate,
      pictures: video.getVideoPlaybackQuality().totalVideoFrames,
    }));

const at = async (page: Page, name: string) => (await stateOf(page, name)).at;

test('a supervisor plays a recorded call: both people side by side and in sync, faster, by keys, and downloads it @full', async ({
  server,
}) => {
  test.setTimeout(180_000);
  const agent = await recordedCall(server.url, 'Joko');
  // Each participant has a waveform, because the fake microphones beep.
  for (const name of ['Joko', 'Dewi Lestari'])
    await expect(agent.locator('[data-role]', { hasText: name }).locator('[data-bars]')).not.toHaveAttribute(
      'data-bars',
      '0',
    );
  // Agents may play recordings, but not download or keep them.
  await expect(agent.getByRole('link', { name: /^Download Joko/ })).toHaveCount(0);
  await expect(agent.getByRole('button', { name: 'Keep' })).toHaveCount(0);
  const ticket = agent.url();
  await agent.context().close();

  const page = await openAs(browser, server.url, 'supervisor');
  await page.goto(ticket);
  const slider = page.getByRole('slider', { name: 'Position' });
  const play = page.getByRole('button', { name: 'Play recording' });
  await play.click();
  await expect.poll(() => at(page, 'Joko'), { timeout: 20_000 }).toBeGreaterThan(0.5);
  await expect(page.getByLabel('Recording of Joko').first()).toBeVisible();
  await expect(page.getByLabel('Recording of Dewi Lestari').first()).toBeVisible();
  expect((await stateOf(page, 'Joko')).pictures).toBeGreaterThan(3);
  if (process.env['PICTURES'])
    await page.screenshot({ path: `${process.env['PICTURES']}/recording-plays.png` });
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(play).toBeVisible();
  const stopped = await at(page, 'Joko');
  const [joko, dewi] = [await offsetOf(page, 'Joko'), await offsetOf(page, 'Dewi Lestari')];
  expect(Math.abs(stopped + joko - (await at(page, 'Dewi Lestari')) - dewi)).toBeLessThan(0.3);

  await slider.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(slider).toHaveValue('0');
  await page.getByLabel('Speed').selectOption('2');
  await slider.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => at(page, 'Joko'), { timeout: 20_000 }).toBeGreaterThan(1);
  expect((await stateOf(page, 'Joko')).rate).toBe(2);
  await page.keyboard.press('Space');

  const file = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /^Download Joko/ })
    .first()
    .click();
  const download = await file;
  expect(download.suggestedFilename()).toMatch(/^call-\d+-\d+-\d+\.webm$/);
  expect(await firstBytes(await download.path())).toEqual([0x1a, 0x45, 0xdf, 0xa3]);

  const keep = page.getByRole('button', { name: 'Keep', exact: true });
  await keep.click();
  await expect(page.getByRole('button', { name: 'Kept' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Kept' })).toBeVisible();
  await page.context().close();
});

/** Returns when a participant's first file begins, in seconds from the start of the recording. */
async function offsetOf(page: Page, name: string): Promise<number> {
  const id = new URL(page.url()).searchParams.get('id');
  const answer = await page.request.get(`/api/tickets/${id}/calls`);
  const { data } = (await answer.json()) as {
    data: { recordings: { parts: { name: string; offset_ms: number }[] }[] }[];
  };
  const parts = data.flatMap(({ recordings }) => recordings).flatMap(({ parts: own }) => own);
  return (parts.find((part) => part.name === name)?.offset_ms ?? 0) / 1000;
}

/** Returns the first bytes of a file, which in WebM are the EBML mark. */
async function firstBytes(file: string): Promise<number[]> {
  for await (const chunk of createReadStream(file, { end: 3 })) return [...(chunk as Buffer)];
  return [];
}

/** Opens a customer's browser that counts the tones of a recording. */
async function listener(baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-US' });
  await context.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    let tones = 0;
    OscillatorNode.prototype.start = function startTone(when?: number) {
      if (this.frequency.value === 1400) tones += 1;
      document.documentElement.dataset['tones'] = String(tones);
      start.call(this, when);
    };
  });
  return context.newPage();
}

test('a caller sees, hears and is told that they are recorded, and that it is paused on hold; so does the agent @full', async ({
  server,
}) => {
  test.setTimeout(120_000);
  const agent = await openReadyIn(browser, server.url, 'agent1');
  const page = await listener(server.url);
  await page.goto('/demo');
  await page.getByRole('button', { name: /chat/i }).first().click();
  const frame = page.frameLocator('iframe[src*="/widget/"]');
  await frame.getByRole('button', { name: 'Call', exact: true }).click();
  await frame.getByLabel('Name').fill('Rudi');
  await frame.getByRole('button', { name: 'Call now' }).click();
  const told = frame.locator('.call-recorded[role="status"]');
  const tones = frame.locator('html');
  await expect(told).toHaveText('This call may be recorded.');
  await expect(tones).not.toHaveAttribute('data-tones', '1');
  await agent.getByRole('button', { name: 'Pickup' }).click();
  await expect(told).toHaveText('This call is being recorded.');
  await expect(tones).toHaveAttribute('data-tones', '1');
  const call = agent.getByRole('region', { name: 'Call with Rudi' });
  const sign = call.locator('[role="status"][data-recording]');
  await expect(sign).toContainText('This call is being recorded.');

  const hold = call.getByRole('button', { name: 'Hold' });
  await hold.click();
  await expect(frame.getByText('One moment, please: you are on hold')).toBeVisible();
  // The notice appears with the hold itself, not some time after it.
  expect(await told.textContent()).toBe('The recording is paused.');
  await expect(sign).toContainText('The recording is paused.');
  await expect(call.getByRole('button', { name: 'Record call' })).toBeDisabled();
  if (process.env['PICTURES']) await agent.screenshot({ path: `${process.env['PICTURES']}/desk-held.png` });
  await hold.click();
  await expect(told).toHaveText('This call is being recorded.');
  await expect(tones).toHaveAttribute('data-tones', '2');
  await expect(call.getByRole('button', { name: 'Pause recording' })).toBeEnabled();
  if (process.env['PICTURES']) {
    await agent.screenshot({ path: `${process.env['PICTURES']}/desk-recorded.png` });
    await page.screenshot({ path: `${process.env['PICTURES']}/widget-recorded.png` });
  }
  await call.getByRole('button', { name: 'Hang up' }).click();
  await agent.context().close();
  await page.context().close();
});

test('a guest with a link is told of the recording before they join, hears the tone inside, and sees a pause @full', async ({
  server,
}) => {
  test.setTimeout(120_000);
  const { ticketId } = await startChat(server.url, 'Grace');
  const agent = await openAs(browser, server.url, 'agent1');
  const answer = await agent.request.post(`/api/tickets/${ticketId}/calls`, {
    data: { kind: 'voice', client_key: `recorded-${ticketId}` },
  });
  const { pathname, search } = new URL(((await answer.json()) as { link: string }).link);
  await agent.goto('/tickets');
  const call = agent.getByRole('region', { name: 'Call with Grace' });
  const guest = await listener(server.url);
  await guest.goto(pathname + search);
  const told = guest.locator('p[role="status"][data-recording]');
  await expect(told).toHaveText('This call is being recorded.');
  await expect(guest.locator('html')).not.toHaveAttribute('data-tones', '1');
  await guest.getByRole('button', { name: 'Join call' }).click();
  await expect(guest.getByRole('button', { name: 'Hang up' })).toBeVisible();
  await expect(told).toHaveText('This call is being recorded.');
  await expect(guest.locator('html')).toHaveAttribute('data-tones', '1');
  await call.getByRole('button', { name: 'Pause recording' }).click();
  await expect(told).toHaveText('The recording is paused.', { timeout: 10_000 });
  if (process.env['PICTURES'])
    await guest.screenshot({ path: `${process.env['PICTURES']}/guest-paused.png` });
  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(agent.getByText('Call ended successfully')).toBeVisible();
  await guest.context().close();
  await agent.context().close();
});

test('the settings page says which calls are recorded: a department’s own rule applies from the next call on @full', async ({
  server,
}) => {
  test.setTimeout(120_000);
  const admin = await openAs(browser, server.url, 'admin');
  await admin.goto('/configurasi/config_app');
  const rules = admin.getByRole('group', { name: 'Call recording' });
  await rules.getByRole('combobox', { name: 'Add department' }).click();
  await admin.getByRole('option', { name: 'Customer Care' }).click();
  await rules.getByRole('combobox', { name: 'Customer Care: video calls' }).click();
  await admin.getByRole('option', { name: 'Never' }).click();
  if (process.env['PICTURES']) await rules.screenshot({ path: `${process.env['PICTURES']}/rules.png` });
  const save = admin.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(save).toBeDisabled();
  await admin.reload();
  await expect(rules.getByRole('combobox', { name: 'Customer Care: video calls' })).toHaveValue('Never');

  const agent = await openReadyIn(browser, server.url, 'agent6');
  const { page, frame } = await callFromSiteIn(browser, {
    baseURL: server.url,
    button: 'Video call',
    name: 'Siti',
  });
  await agent.getByRole('button', { name: 'Pickup' }).click();
  await expect(frame.getByText(/^You are talking to/)).toBeVisible({ timeout: 20_000 });
  await expect(agent.getByRole('button', { name: 'Hang up' })).toBeVisible();
  await expect(agent.getByRole('button', { name: 'Record call' })).toHaveCount(0);
  await expect(frame.getByText('This call may be recorded.')).toHaveCount(0);
  await agent.getByRole('button', { name: 'Hang up' }).click();
  await rules.getByRole('button', { name: 'Remove exception for Customer Care' }).click();
  await save.click();
  await expect(save).toBeDisabled();
  for (const each of [admin, agent, page]) await each.context().close();
});
