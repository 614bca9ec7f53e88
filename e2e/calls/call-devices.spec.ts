import { type Browser, type Page } from 'playwright/test';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { callOut, decodedFrameCount, openLink } from '../support/calls/desk-calls.ts';
import { expect, test } from '../support/test.ts';
import { writeStillVideo } from '../support/still-video.ts';

let browser: Browser;
test.beforeAll(async () => {
  // Chromium uses the last one where a flag is given several times.
  browser = await launchFirstTimeCallers(['--use-fake-device-for-media-stream=device-count=3']);
});
test.afterAll(() => browser.close());

test.use({ ground: 'call-devices' });

const OWN = 'video[aria-label="Your video"]';

/** Returns the camera that the own picture comes from. */
const cameraOf = (page: Page) =>
  page.locator(OWN).evaluate((video: HTMLVideoElement) => {
    const stream = video.srcObject as MediaStream | null;
    return stream?.getVideoTracks()[0]?.label ?? '';
  });

/** Returns the mean difference of neighbouring pixels of the own picture: large if it is sharp, small if it is blurred. */
const sharpness = (page: Page) =>
  page.locator(OWN).evaluate((video: HTMLVideoElement) => {
    const context = new OffscreenCanvas(320, 180).getContext('2d');
    if (!context || video.videoWidth === 0) return 0;
    context.drawImage(video, 0, 0, 320, 180);
    const { data } = context.getImageData(0, 0, 320, 180);
    let steps = 0;
    for (let at = 4; at < data.length; at += 4) steps += Math.abs(data[at]! - data[at - 4]!);
    return steps / (320 * 180);
  });

test('another camera during the call is kept for the next one; an unplugged camera is replaced, and the agent is told @full', async ({
  server,
}) => {
  test.setTimeout(180_000);
  const { agent, call, link } = await callOut(browser, server.url, { agent: 'agent1', customer: 'Dian' });
  const customer = await openLink(browser, link);
  await customer.getByRole('button', { name: 'Join call' }).click();
  await expect
    .poll(() => decodedFrameCount(customer, 'Dewi Lestari'), { timeout: 30_000 })
    .toBeGreaterThan(5);
  const first = await cameraOf(agent);

  await call.getByRole('button', { name: 'Devices' }).click();
  const cameras = call.getByRole('combobox', { name: 'Camera' });
  const labels = await cameras.locator('option').allTextContents();
  // The second of the browser's three fake cameras is a depth camera, which calls cannot use.
  const other = labels.at(-1) ?? '';
  expect(labels).toHaveLength(3);
  expect(other).not.toBe(first);
  await cameras.selectOption({ label: other });
  await expect.poll(() => cameraOf(agent)).toBe(other);
  const seen = await decodedFrameCount(customer, 'Dewi Lestari');
  await expect
    .poll(() => decodedFrameCount(customer, 'Dewi Lestari'), { timeout: 20_000 })
    .toBeGreaterThan(seen + 5);

  const microphones = call.getByRole('combobox', { name: 'Microphone' });
  const voices = await microphones.locator('option').allTextContents();
  await microphones.selectOption({ label: voices.at(-1) ?? '' });
  await expect(microphones.locator('option:checked')).toHaveText(voices.at(-1) ?? '');

  await agent.reload();
  await expect(call).toBeVisible();
  await expect.poll(() => cameraOf(agent), { timeout: 30_000 }).toBe(other);

  await agent.locator(OWN).evaluate((video: HTMLVideoElement) => {
    const [track] = (video.srcObject as MediaStream).getVideoTracks();
    // Simulates an unplugged device, which a page cannot cause.
    track?.stop();
    track?.dispatchEvent(new Event('ended'));
  });
  await expect(call.getByText(`Camera disconnected. Now using ${first}`)).toBeVisible();
  await expect.poll(() => cameraOf(agent)).toBe(first);
  await call.getByRole('button', { name: 'Hang up' }).click();
  await agent.context().close();
  await customer.context().close();
});

test('the background is blurred in this call, and in the next from the first picture on @full', async ({
  server,
}, testInfo) => {
  test.setTimeout(120_000);
  const wall = testInfo.outputPath('wall.y4m');
  await writeStillVideo(wall);
  const facing = await launchFirstTimeCallers([`--use-file-for-fake-video-capture=${wall}`]);
  const { agent, call, link } = await callOut(facing, server.url, { agent: 'agent1', customer: 'Ratna' });
  const customer = await openLink(facing, link);
  await customer.getByRole('button', { name: 'Join call' }).click();
  await expect
    .poll(() => decodedFrameCount(customer, 'Dewi Lestari'), { timeout: 30_000 })
    .toBeGreaterThan(5);
  const sharp = await sharpness(agent);
  expect(sharp).toBeGreaterThan(5);
  await call.getByRole('button', { name: 'Devices' }).click();
  const background = call.getByRole('combobox', { name: 'Background' });
  await background.selectOption('Strong blur');
  await expect.poll(() => sharpness(agent), { timeout: 40_000 }).toBeLessThan(sharp * 0.4);
  const seen = await decodedFrameCount(customer, 'Dewi Lestari');
  await expect
    .poll(() => decodedFrameCount(customer, 'Dewi Lestari'), { timeout: 30_000 })
    .toBeGreaterThan(seen + 3);

  await agent.reload();
  await expect(agent.locator(OWN)).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => sharpness(agent), { timeout: 40_000 }).toBeGreaterThan(0);
  expect(await sharpness(agent)).toBeLessThan(sharp * 0.4);
  // Without a graphics card the blur leaves the page little time for anything else.
  await call.getByRole('button', { name: 'Hang up' }).click({ timeout: 60_000 });
  await facing.close();
});
