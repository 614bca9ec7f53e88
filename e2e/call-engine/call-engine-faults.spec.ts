import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser } from 'playwright/test';
import {
  decodedFrames,
  waitForEvent,
  eventsNamed,
  join,
  remoteState,
  startJoinedCall,
} from '../support/calls/callers.ts';
import { endCalls, openCaller, startCall } from '../support/calls/calls.ts';
import { CHROMIUM_FLAGS, findChromium } from '../support/chromium.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterEach(() => endCalls(browser));
test.afterAll(() => browser.close());

test('the end of the call reaches both as the end of the meeting @full', async ({ server }) => {
  const call = await startCall(server.url);
  const customer = await openCaller(browser, call.customer);
  await join(customer, call.customer, { startVideoOff: true });
  await call.hangUp();
  expect(await waitForEvent(customer, 'error')).toMatchObject({
    errorMsg: 'Meeting has ended',
    error: { type: 'ejected' },
  });
});

test('a broken connection and a killed media server both recover without help', async ({ server }) => {
  const { customer, agent } = await startJoinedCall(browser, server.url);
  for (const { page } of [customer, agent]) {
    await expect.poll(() => decodedFrames(page), { timeout: 20_000 }).toBeGreaterThan(10);
  }
  await customer.page.evaluate(() => window.trial.sockets.at(-1)!.close());
  await waitForEvent(customer.page, 'network-connection', 3);
  // A message sent during the interruption arrives after it.
  await customer.page.evaluate(() => window.trial.call.sendAppMessage('still here'));
  expect(await waitForEvent(agent.page, 'app-message')).toMatchObject({ data: 'still here' });

  const pid = await mediaProcessOf(server.pid);
  const before = await decodedFrames(customer.page);
  const diedAt = Date.now();
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(
      async () =>
        (await eventsNamed(customer.page, 'network-connection')).filter(
          (each) => each.at > diedAt && each['event'] === 'interrupted',
        ).length,
      { timeout: 15_000 },
    )
    .toBeGreaterThan(0);
  await expect
    .poll(
      async () =>
        (await eventsNamed(customer.page, 'network-connection')).filter(
          (each) => each.at > diedAt && each['event'] === 'connected',
        ).length,
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  await expect.poll(() => remoteState(customer.page, 'video'), { timeout: 20_000 }).toBe('playable');
  await expect
    .poll(() => decodedFrames(customer.page), { timeout: 20_000 })
    .toBeGreaterThan(before === 0 ? 5 : 0);
  expect(await eventsNamed(customer.page, 'participant-left')).toEqual([]);
  expect(await eventsNamed(customer.page, 'error')).toEqual([]);
});

test('a page of another site joins like one of ours @full', async ({ server }) => {
  const call = await startCall(server.url);
  const site = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A shop</title>');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const customer = await openCaller(browser, call.customer, {}, `http://127.0.0.1:${port}/`);
  await join(customer, call.customer);
  const agent = await openCaller(browser, call.agent);
  await join(agent, call.agent);
  await expect.poll(() => remoteState(customer, 'video'), { timeout: 20_000 }).toBe('playable');
  await customer.evaluate(() => window.trial.call.setUserName('Joko from the shop'));
  await expect
    .poll(() =>
      agent.evaluate(() => Object.values(window.trial.call.participants()).map((each) => each.user_name)),
    )
    .toContain('Joko from the shop');
  site.close();
});

test('a participant who denies the camera is still heard, and is told what is missing @full', async ({
  server,
}) => {
  const strict = await chromium.launch({
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, '--use-fake-device-for-media-stream'],
  });
  const call = await startCall(server.url);
  const customer = await openCaller(strict, call.customer);
  // Permissions that are not in this list are refused.
  await customer.context().grantPermissions(['microphone']);
  await join(customer, call.customer);
  expect(await waitForEvent(customer, 'camera-error')).toMatchObject({
    errorMsg: { audioOk: true, videoOk: false },
    error: { type: 'permissions', blockedMedia: ['video'] },
  });
  const states = () =>
    customer.evaluate(() => {
      const { audio, video } = window.trial.call.participants().local.tracks;
      return [audio.state, video.state, video.blocked];
    });
  await expect.poll(states).toEqual(['playable', 'blocked', { byPermissions: true }]);
  await strict.close();
});

test('a camera that is unplugged during the call is reported, and the call goes on @full', async ({
  server,
}) => {
  const { customer, agent } = await startJoinedCall(browser, server.url);
  await expect.poll(() => remoteState(agent.page, 'video'), { timeout: 20_000 }).toBe('playable');
  await customer.page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('Requested device not found', 'NotFoundError'));
    navigator.mediaDevices.getUserMedia = refuse;
    const track = window.trial.call.participants().local.tracks.video.persistentTrack!;
    // Simulates an unplugged device, which a page cannot cause.
    track.stop();
    track.dispatchEvent(new Event('ended'));
  });
  expect(await waitForEvent(customer.page, 'camera-error')).toMatchObject({
    error: { type: 'not-found', missingMedia: ['video'] },
  });
  await expect.poll(() => remoteState(agent.page, 'video')).toBe('off');
  expect(await remoteState(agent.page, 'audio')).toBe('playable');
});

test('a call is back within seconds after the whole server was started again @full', async ({ server }) => {
  const { customer, agent } = await startJoinedCall(browser, server.url);
  for (const { page } of [customer, agent]) {
    await expect.poll(() => decodedFrames(page), { timeout: 20_000 }).toBeGreaterThan(10);
  }
  test.setTimeout(120_000);
  await server.restart();
  const readyAt = Date.now();
  for (const { page } of [customer, agent]) {
    const back = async () =>
      (await eventsNamed(page, 'network-connection')).find(
        (each) => each['event'] === 'connected' && each.at > readyAt - 5000,
      );
    await expect.poll(back, { timeout: 20_000 }).toBeDefined();
    await expect.poll(() => remoteState(page, 'video'), { timeout: 10_000 }).toBe('playable');
    expect(await eventsNamed(page, 'error')).toEqual([]);
  }
  test.info().annotations.push({ type: 'back after (ms)', description: String(Date.now() - readyAt) });
  const before = await decodedFrames(customer.page);
  await expect.poll(() => decodedFrames(customer.page), { timeout: 10_000 }).toBeGreaterThan(before);
  await customer.page.evaluate(() => window.trial.call.sendAppMessage('back again'));
  expect(await waitForEvent(agent.page, 'app-message')).toMatchObject({ data: 'back again' });
});

/** Returns the process id of the media server that a server has started. */
async function mediaProcessOf(server: number): Promise<number> {
  const children = await fs.readFile(`/proc/${server}/task/${server}/children`, 'utf8');
  for (const pid of children.trim().split(' ')) {
    const command = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (command.includes('packages/media')) return Number(pid);
  }
  throw new Error('The server has no media server.');
}
