import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright/test';
import { callApi } from './support/api.ts';
import { decodedFrames, event, events, join, loudness, remoteState, together } from './support/callers.ts';
import { CALL_FLAGS, endCalls, openCaller, startCall } from './support/calls.ts';
import { CHROMIUM_FLAGS, findChromium } from './support/chromium.ts';
import { expect, test } from './support/test.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: CALL_FLAGS });
});
test.afterEach(() => endCalls(browser));
test.afterAll(() => browser.close());

test('two people join, hear and see each other, and one leaves', async ({ server }) => {
  const { customer, agent } = await together(browser, server.url);
  const joined = await event(agent.page, 'joined-meeting');
  const participants = Object.values(joined['participants'] as Record<string, { user_name: string }>);
  expect(participants.map(({ user_name }) => user_name)).toContain('Joko Susilo');
  for (const { page } of [customer, agent]) {
    await expect.poll(() => remoteState(page, 'video'), { timeout: 20_000 }).toBe('playable');
    await expect.poll(() => decodedFrames(page), { timeout: 20_000 }).toBeGreaterThan(20);
    expect(await loudness(page)).toBeGreaterThan(0.01);
  }
  expect((await event(customer.page, 'participant-joined'))['participant']).toMatchObject({ owner: true });
  expect(await customer.page.evaluate(() => window.trial.call.participantCounts())).toEqual({
    present: 2,
    hidden: 0,
  });

  await agent.page.evaluate(() => window.trial.call.leave());
  expect(await agent.page.evaluate(() => window.trial.call.meetingState())).toBe('left-meeting');
  await event(customer.page, 'participant-left');
});

test('a camera is tried before the call, taken along into it, and given back after it', async ({
  server,
}) => {
  const call = await startCall(server.url);
  const page = await openCaller(browser, call.customer);
  const access = await page.evaluate((o) => window.trial.call.preAuth(o), call.customer);
  expect(access).toEqual({ access: { level: 'full' } });
  const devices = await page.evaluate(() => window.trial.call.startCamera());
  expect(devices).toMatchObject({ camera: { kind: 'videoinput' }, mic: { kind: 'audioinput' } });
  await event(page, 'started-camera');
  const camera = () =>
    page.evaluate(() => {
      const { track, state } = window.trial.call.participants().local.tracks.video;
      return { id: track?.id, state, light: track?.readyState };
    });
  await expect.poll(async () => (await camera()).state).toBe('playable');
  const before = await camera();

  await page.evaluate(() => window.trial.call.join());
  expect(await camera()).toEqual(before);
  const next = await page.evaluate(async () => {
    const { devices: all } = await window.trial.call.enumerateDevices();
    const mic = all.filter(({ kind }) => kind === 'audioinput').at(-1)!;
    const used = await window.trial.call.setInputDevicesAsync({ audioDeviceId: mic.deviceId });
    return { wanted: mic.deviceId, used: (used.mic as MediaDeviceInfo).deviceId };
  });
  expect(next.used).toBe(next.wanted);
  const own = await page.evaluateHandle(() => window.trial.call.participants().local.tracks.video.track!);
  await page.evaluate(() => window.trial.call.destroy());
  expect(await own.evaluate(({ readyState }) => readyState)).toBe('ended');

  // A new instance on the same page loads the script again, and the old one does not answer for it.
  const again = await page.evaluate(async (o) => {
    const { Daily } = window as unknown as {
      Daily: { createCallObject: (o: object) => typeof window.trial.call };
    };
    const bundle = `${new URL(o.url).origin}/call-engine/call-engine.js`;
    const second = Daily.createCallObject({
      dailyConfig: { callObjectBundleUrlOverride: bundle, avoidEval: true },
    });
    const joined: unknown[] = [];
    second.on('joined-meeting', (each) => joined.push(each));
    await second.join({ ...o, videoSource: false });
    return { count: joined.length, state: second.meetingState(), video: second.localVideo() };
  }, call.customer);
  expect(again).toEqual({ count: 1, state: 'joined-meeting', video: false });
});

test('each sees what the other switches off and on, and what an owner switches off for them', async ({
  server,
}) => {
  const { customer, agent } = await together(browser, server.url);
  await expect.poll(() => remoteState(agent.page, 'audio'), { timeout: 20_000 }).toBe('playable');
  await customer.page.evaluate(() => window.trial.call.setLocalAudio(false));
  await expect.poll(() => remoteState(agent.page, 'audio')).toBe('off');
  await customer.page.evaluate(() => window.trial.call.setLocalAudio(true));
  await expect.poll(() => remoteState(agent.page, 'audio')).toBe('playable');
  await customer.page.evaluate(() => window.trial.call.setLocalVideo(false));
  await expect.poll(() => remoteState(agent.page, 'video')).toBe('off');
  expect(await customer.page.evaluate(() => window.trial.call.localVideo())).toBe(false);
  await customer.page.evaluate(() => window.trial.call.setLocalVideo(true));
  await expect.poll(() => remoteState(agent.page, 'video')).toBe('playable');
  await expect.poll(() => decodedFrames(agent.page), { timeout: 20_000 }).toBeGreaterThan(10);

  await agent.page.evaluate(() => {
    const other = Object.values(window.trial.call.participants()).find(({ local }) => !local)!;
    window.trial.call.updateParticipant(other.session_id, { setAudio: false });
  });
  await expect.poll(() => customer.page.evaluate(() => window.trial.call.localAudio())).toBe(false);
  const off = await customer.page.evaluate(() => window.trial.call.participants().local.tracks.audio.off);
  expect(off).toEqual({ byUser: true, byRemoteRequest: true });
  await expect.poll(() => remoteState(agent.page, 'audio')).toBe('off');

  // The customer has no such right: nothing happens to the agent.
  await customer.page.evaluate(() => {
    const other = Object.values(window.trial.call.participants()).find(({ local }) => !local)!;
    window.trial.call.updateParticipant(other.session_id, { setAudio: false, eject: true });
    window.trial.call.sendAppMessage('after it');
  });
  await event(agent.page, 'app-message');
  expect(await agent.page.evaluate(() => window.trial.call.localAudio())).toBe(true);
});

test('messages, names, data and rights reach the other side', async ({ server }) => {
  const { customer, agent } = await together(browser, server.url, { userData: { order: 7 } });
  await event(customer.page, 'participant-joined');
  await customer.page.evaluate(() => window.trial.call.sendAppMessage({ hello: 'agent' }, '*'));
  const message = await event(agent.page, 'app-message');
  const customerId = await customer.page.evaluate(() => window.trial.call.participants().local.session_id);
  expect(message).toMatchObject({ data: { hello: 'agent' }, fromId: customerId });
  await agent.page.evaluate((id) => window.trial.call.sendAppMessage('for you', id), customerId);
  expect(await event(customer.page, 'app-message')).toMatchObject({ data: 'for you' });
  expect(
    await customer.page.evaluate(() => {
      try {
        window.trial.call.sendAppMessage('x'.repeat(4095));
        return 'sent';
      } catch (error) {
        return (error as Error).message;
      }
    }),
  ).toBe('Message data too large. Max size is 4096');

  const customerSeen = () =>
    agent.page.evaluate((id) => {
      const { user_name: name, userData, permissions } = window.trial.call.participants()[id]!;
      return {
        name,
        userData,
        canSend: permissions.canSend instanceof Set ? [...permissions.canSend] : permissions.canSend,
      };
    }, customerId);
  await expect.poll(customerSeen).toEqual({ name: 'Joko Susilo', userData: { order: 7 }, canSend: true });
  await customer.page.evaluate(async () => {
    await window.trial.call.setUserName('Joko S.');
    await window.trial.call.setUserData({ order: 8 });
  });
  await expect.poll(customerSeen).toEqual({ name: 'Joko S.', userData: { order: 8 }, canSend: true });

  await agent.page.evaluate(() => window.trial.call.setMeetingSessionData({ form: 1 }));
  await agent.page.evaluate(() => window.trial.call.setMeetingSessionData({ step: 2 }, 'shallow-merge'));
  const shared = () => customer.page.evaluate(() => window.trial.call.meetingSessionState());
  await expect.poll(shared).toEqual({ data: { form: 1, step: 2 }, topology: 'sfu' });

  await agent.page.evaluate(
    (id) => window.trial.call.updateParticipant(id, { updatePermissions: { canSend: ['audio'] } }),
    customerId,
  );
  await expect.poll(customerSeen).toEqual({ name: 'Joko S.', userData: { order: 8 }, canSend: ['audio'] });
  await expect.poll(() => remoteState(agent.page, 'video')).toBe('off');
  expect(
    await customer.page.evaluate(() => window.trial.call.participants().local.tracks.video),
  ).toMatchObject({
    state: 'off',
    off: { byCanSendPermission: true },
  });
  await expect.poll(() => remoteState(agent.page, 'audio')).toBe('playable');

  // Coming in anew is no way round it.
  await customer.page.evaluate(() => window.trial.call.leave());
  await join(customer.page, customer.place);
  await expect.poll(() => remoteState(agent.page, 'audio'), { timeout: 20_000 }).toBe('playable');
  expect(await remoteState(agent.page, 'video')).toBe('off');
  await expect
    .poll(() => customer.page.evaluate(() => window.trial.call.participants().local.tracks.video.off))
    .toEqual({ byCanSendPermission: true });
});

test('whose pictures somebody gets is up to the owner, and the server keeps to it', async ({ server }) => {
  const { customer, agent } = await together(browser, server.url);
  await expect.poll(() => remoteState(customer.page, 'video'), { timeout: 20_000 }).toBe('playable');
  const ids = () =>
    agent.page.evaluate(() => {
      const { local, ...others } = window.trial.call.participants();
      return { agent: local.session_id, customer: Object.values(others)[0]!.session_id };
    });
  const allow = async (video: boolean) =>
    agent.page.evaluate(
      ({ ids, video }) =>
        window.trial.call.updateParticipant(ids.customer, {
          updatePermissions: { canReceive: { byParticipantId: { [ids.agent]: { video } } } },
        }),
      { ids: await ids(), video },
    );
  await allow(false);
  await expect.poll(() => remoteState(customer.page, 'video')).toBe('sendable');
  expect(await remoteState(customer.page, 'audio')).toBe('playable');
  await allow(true);
  await expect.poll(() => remoteState(customer.page, 'video'), { timeout: 20_000 }).toBe('playable');
  const seen = await decodedFrames(customer.page);
  await expect.poll(() => decodedFrames(customer.page), { timeout: 20_000 }).toBeGreaterThan(seen + 5);
});

test('who may send and hear nothing for a while is heard and seen again after it, as often as that happens', async ({
  server,
}) => {
  const { customer, agent } = await together(browser, server.url);
  const pages = [customer.page, agent.page];
  const permit = (isAllowed: boolean) =>
    agent.page.evaluate((isAllowed) => {
      const { call } = window.trial;
      const other = Object.values(call.participants()).find(({ local }) => !local);
      call.updateParticipant(other?.session_id ?? '', {
        updatePermissions: { canSend: isAllowed, canReceive: { base: isAllowed } },
      });
    }, isAllowed);
  for (const page of pages) await expect.poll(() => remoteState(page, 'video')).toBe('playable');
  for (let round = 0; round < 2; round += 1) {
    await permit(false);
    for (const page of pages) await expect.poll(() => remoteState(page, 'audio')).not.toBe('playable');
    expect(await remoteState(agent.page, 'video')).toBe('off');
    await permit(true);
    for (const page of pages) {
      await expect.poll(() => remoteState(page, 'audio')).toBe('playable');
      await expect.poll(() => loudness(page), { timeout: 20_000 }).toBeGreaterThan(0.02);
      await expect.poll(() => decodedFrames(page), { timeout: 20_000 }).toBeGreaterThan(3);
    }
  }
});

test('a shared screen is seen until it is stopped; a custom track has a name of its own', async ({
  server,
}) => {
  const { customer, agent } = await together(browser, server.url);
  await agent.page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
    const context = canvas.getContext('2d')!;
    let hue = 0;
    setInterval(() => {
      context.fillStyle = `hsl(${(hue += 7)} 80% 50%)`;
      context.fillRect(0, 0, 640, 360);
    }, 50);
    const stream = canvas.captureStream(20);
    window.trial.call.startScreenShare({ mediaStream: stream });
    await window.trial.call.startCustomTrack({
      track: canvas.captureStream(5).getVideoTracks()[0]!,
      trackName: 'form',
    });
  });
  await event(agent.page, 'local-screen-share-started');
  await expect.poll(() => remoteState(customer.page, 'screenVideo'), { timeout: 15_000 }).toBe('playable');
  await expect
    .poll(() => decodedFrames(customer.page, 'screenVideo'), { timeout: 15_000 })
    .toBeGreaterThan(10);
  const custom = () =>
    customer.page.evaluate(() => {
      const other = Object.values(window.trial.call.participants()).find(({ local }) => !local);
      return other?.tracks['form']?.state;
    });
  await expect.poll(custom, { timeout: 15_000 }).toBe('playable');
  await agent.page.evaluate(() => window.trial.call.stopScreenShare());
  await event(agent.page, 'local-screen-share-stopped');
  await expect.poll(() => remoteState(customer.page, 'screenVideo')).toBe('off');
});

test('speakers, levels and the state of the line are told', async ({ server }) => {
  const { customer, agent } = await together(browser, server.url);
  await agent.page.evaluate(async () => {
    await window.trial.call.startLocalAudioLevelObserver(100);
    await window.trial.call.startRemoteParticipantsAudioLevelObserver(100);
  });
  const loudest = async (name: string) =>
    Math.max(
      0,
      ...(await events(agent.page, name)).flatMap(({ audioLevel, participantsAudioLevel }) =>
        typeof audioLevel === 'number'
          ? audioLevel
          : Object.values(participantsAudioLevel as Record<string, number>),
      ),
    );
  await expect.poll(() => loudest('local-audio-level'), { timeout: 15_000 }).toBeGreaterThan(0.005);
  await expect
    .poll(() => loudest('remote-participants-audio-level'), { timeout: 15_000 })
    .toBeGreaterThan(0.005);
  await event(customer.page, 'active-speaker-change');
  await expect
    .poll(
      async () => {
        const { stats } = await agent.page.evaluate(() => window.trial.call.getNetworkStats());
        return (stats as { latest: { videoRecvBitsPerSecond: number } }).latest.videoRecvBitsPerSecond;
      },
      { timeout: 15_000 },
    )
    .toBeGreaterThan(20_000);
  expect(await agent.page.evaluate(() => window.trial.call.getCpuLoadStats())).toHaveProperty('cpuLoadState');
  expect(await agent.page.evaluate(() => window.trial.call.getNetworkTopology())).toEqual({
    topology: 'sfu',
  });
  const refusal = await agent.page.evaluate(() =>
    window.trial.call.setNetworkTopology({ topology: 'peer' }).then(
      () => 'done',
      (error: { error: string }) => error.error,
    ),
  );
  expect(refusal).toContain('media server');
});

test('the wished layer is the one that arrives', async ({ server }) => {
  const { customer, agent } = await together(browser, server.url);
  await expect.poll(() => decodedFrames(customer.page), { timeout: 20_000 }).toBeGreaterThan(20);
  const width = () =>
    customer.page.evaluate(
      () => [...document.querySelectorAll('video')].map(({ videoWidth }) => videoWidth)[0],
    );
  await customer.page.evaluate(() =>
    window.trial.call.updateReceiveSettings({ base: { video: { layer: 0 } } }),
  );
  await expect.poll(width, { timeout: 15_000 }).toBeLessThanOrEqual(320);
  await customer.page.evaluate(() =>
    window.trial.call.updateReceiveSettings({ base: { video: { layer: 1 } } }),
  );
  await expect.poll(width, { timeout: 15_000 }).toBeGreaterThan(320);
  await agent.page.evaluate(() => window.trial.call.updateSendSettings({ video: { maxQuality: 'low' } }));
  await expect.poll(width, { timeout: 15_000 }).toBeLessThanOrEqual(320);
});

test('a small tile gets a small picture, a large one a large one', async ({ server }) => {
  const { customer } = await together(browser, server.url);
  await expect.poll(() => decodedFrames(customer.page), { timeout: 20_000 }).toBeGreaterThan(20);
  const show = (height: number) =>
    customer.page.evaluate((height) => {
      for (const video of document.querySelectorAll('video')) video.style.height = `${height}px`;
    }, height);
  const width = () => customer.page.evaluate(() => document.querySelector('video')?.videoWidth);
  await show(100);
  await expect.poll(width, { timeout: 15_000 }).toBeLessThanOrEqual(320);
  await show(500);
  await expect.poll(width, { timeout: 15_000 }).toBeGreaterThan(320);
});

test('who is put out, who comes too late and who has no token of ours is told why', async ({ server }) => {
  const { customer, agent, room, hangUp } = await together(browser, server.url);
  await event(agent.page, 'joined-meeting');
  const forged = await openCaller(browser, agent.place);
  const failure = (page: typeof forged, place: { url: string; token: string }) =>
    page.evaluate(
      (o) =>
        window.trial.call.join(o).then(
          () => undefined,
          (error: { error: unknown }) => error.error,
        ),
      place,
    );
  const token = `${customer.place.token.slice(0, -4)}AAAA`;
  expect(await failure(forged, { ...customer.place, token })).toEqual({
    type: 'not-allowed',
    msg: 'This is no valid token for this room',
  });
  expect(await forged.evaluate(() => window.trial.call.meetingState())).toBe('error');

  const customerId = await agent.page.evaluate(() => {
    const other = Object.values(window.trial.call.participants()).find(({ local }) => !local)!;
    window.trial.call.updateParticipant(other.session_id, { eject: true });
    return other.session_id;
  });
  expect(await event(customer.page, 'error')).toMatchObject({ error: { type: 'ejected' } });
  await event(agent.page, 'participant-left');

  // Put out is put out; until the owner takes it back.
  expect(await failure(customer.page, customer.place)).toEqual({
    type: 'ejected',
    msg: 'You have been removed from this meeting',
  });
  const restored = await callApi(server.url, 'POST', `/api/rooms/${room}/participants/${customerId}`, {
    body: { token: agent.place.token, action: 'restore' },
  });
  expect(restored.status).toBe(200);
  // The same instance comes back in, without loading anything again.
  await join(customer.page, customer.place);
  expect(await customer.page.evaluate(() => window.trial.call.meetingState())).toBe('joined-meeting');
  await expect.poll(() => remoteState(customer.page, 'video'), { timeout: 20_000 }).toBe('playable');

  await hangUp();
  const late = await openCaller(browser, customer.place);
  expect(await failure(late, customer.place)).toMatchObject({ msg: 'Meeting has ended' });
});

test('the end of the call reaches both as the end of the meeting', async ({ server }) => {
  const call = await startCall(server.url);
  const customer = await openCaller(browser, call.customer);
  await join(customer, call.customer, { startVideoOff: true });
  await call.hangUp();
  expect(await event(customer, 'error')).toMatchObject({
    errorMsg: 'Meeting has ended',
    error: { type: 'ejected' },
  });
});

test('a line that is cut comes back by itself, and so does a media server that died', async ({ server }) => {
  const { customer, agent } = await together(browser, server.url);
  for (const { page } of [customer, agent]) {
    await expect.poll(() => decodedFrames(page), { timeout: 20_000 }).toBeGreaterThan(10);
  }
  await customer.page.evaluate(() => window.trial.sockets.at(-1)!.close());
  await event(customer.page, 'network-connection', 3);
  // Said while the line is down: it is heard when the line is back.
  await customer.page.evaluate(() => window.trial.call.sendAppMessage('still here'));
  expect(await event(agent.page, 'app-message')).toMatchObject({ data: 'still here' });

  const log = await fs.readFile(server.logFile, 'utf8');
  const pid = [...log.matchAll(/"pid":(\d+)[^\n]*"msg":"media server ready"/g)].at(-1)?.[1];
  const before = await decodedFrames(customer.page);
  const diedAt = Date.now();
  process.kill(Number(pid), 'SIGKILL');
  await expect
    .poll(
      async () =>
        (await events(customer.page, 'network-connection')).filter(
          (each) => each.at > diedAt && each['event'] === 'interrupted',
        ).length,
      { timeout: 15_000 },
    )
    .toBeGreaterThan(0);
  await expect
    .poll(
      async () =>
        (await events(customer.page, 'network-connection')).filter(
          (each) => each.at > diedAt && each['event'] === 'connected',
        ).length,
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  await expect.poll(() => remoteState(customer.page, 'video'), { timeout: 20_000 }).toBe('playable');
  await expect
    .poll(() => decodedFrames(customer.page), { timeout: 20_000 })
    .toBeGreaterThan(before === 0 ? 5 : 0);
  expect(await events(customer.page, 'participant-left')).toEqual([]);
  expect(await events(customer.page, 'error')).toEqual([]);
});

test('a page of another site joins like one of ours', async ({ server }) => {
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

test('who refuses the camera is heard, and is told what is missing', async ({ server }) => {
  const strict = await chromium.launch({
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, '--use-fake-device-for-media-stream'],
  });
  const call = await startCall(server.url);
  const customer = await openCaller(strict, call.customer);
  // What is not on this list is refused.
  await customer.context().grantPermissions(['microphone']);
  await join(customer, call.customer);
  expect(await event(customer, 'camera-error')).toMatchObject({
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

test('a camera that is taken away in the middle is missed, and the call goes on', async ({ server }) => {
  const { customer, agent } = await together(browser, server.url);
  await expect.poll(() => remoteState(agent.page, 'video'), { timeout: 20_000 }).toBe('playable');
  await customer.page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('Requested device not found', 'NotFoundError'));
    navigator.mediaDevices.getUserMedia = refuse;
    const track = window.trial.call.participants().local.tracks.video.persistentTrack!;
    // What a browser does when the device is pulled out; no page can pull it out by itself.
    track.stop();
    track.dispatchEvent(new Event('ended'));
  });
  expect(await event(customer.page, 'camera-error')).toMatchObject({
    error: { type: 'not-found', missingMedia: ['video'] },
  });
  await expect.poll(() => remoteState(agent.page, 'video')).toBe('off');
  expect(await remoteState(agent.page, 'audio')).toBe('playable');
});

test('a call is back within seconds after the whole server was started again', async ({ server }) => {
  const { customer, agent } = await together(browser, server.url);
  for (const { page } of [customer, agent]) {
    await expect.poll(() => decodedFrames(page), { timeout: 20_000 }).toBeGreaterThan(10);
  }
  test.setTimeout(120_000);
  await server.restart();
  const readyAt = Date.now();
  for (const { page } of [customer, agent]) {
    const back = async () =>
      (await events(page, 'network-connection')).find(
        (each) => each['event'] === 'connected' && each.at > readyAt - 5000,
      );
    await expect.poll(back, { timeout: 20_000 }).toBeDefined();
    await expect.poll(() => remoteState(page, 'video'), { timeout: 10_000 }).toBe('playable');
    expect(await events(page, 'error')).toEqual([]);
  }
  test.info().annotations.push({ type: 'back after (ms)', description: String(Date.now() - readyAt) });
  const before = await decodedFrames(customer.page);
  await expect.poll(() => decodedFrames(customer.page), { timeout: 10_000 }).toBeGreaterThan(before);
  await customer.page.evaluate(() => window.trial.call.sendAppMessage('back again'));
  expect(await event(agent.page, 'app-message')).toMatchObject({ data: 'back again' });
});

/** How sharp one's own picture is: the mean step between neighbouring points, from 0 to 255. */
const sharpness = (page: Page) =>
  page.evaluate(async () => {
    const track = window.trial.call.participants().local.tracks.video.persistentTrack!;
    const video = document.createElement('video');
    video.muted = true;
    video.srcObject = new MediaStream([track]);
    await video.play();
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    const canvas = new OffscreenCanvas(320, 180);
    const context = canvas.getContext('2d')!;
    context.drawImage(video, 0, 0, 320, 180);
    const { data } = context.getImageData(0, 0, 320, 180);
    let steps = 0;
    for (let at = 4; at < data.length; at += 4) steps += Math.abs(data[at]! - data[at - 4]!);
    return steps / (data.length / 4);
  });

test('a background is blurred with what our own server gives', async ({ server }) => {
  const { customer, agent } = await together(browser, server.url);
  await expect.poll(() => decodedFrames(customer.page), { timeout: 20_000 }).toBeGreaterThan(5);
  const hosts = new Set<string>();
  agent.page.on('request', (request) => hosts.add(new URL(request.url()).host));
  const sharp = await sharpness(agent.page);
  const trackId = () =>
    agent.page.evaluate(() => window.trial.call.participants().local.tracks.video.persistentTrack?.id);
  const before = await trackId();
  const settings = await agent.page.evaluate(() =>
    window.trial.call.updateInputSettings({
      video: { processor: { type: 'background-blur', config: { strength: 0.8 } } },
    }),
  );
  expect(await events(agent.page, 'nonfatal-error')).toEqual([]);
  expect(settings).toMatchObject({ video: { processor: { type: 'background-blur' } } });
  await expect.poll(trackId).not.toBe(before);
  // Nobody is before this camera, so all of its picture is background.
  await expect.poll(() => sharpness(agent.page), { timeout: 20_000 }).toBeLessThan(sharp * 0.7);
  const seen = await decodedFrames(customer.page);
  await expect.poll(() => decodedFrames(customer.page), { timeout: 20_000 }).toBeGreaterThan(seen + 10);
  expect([...hosts]).toEqual([new URL(agent.place.url).host]);

  await agent.page.evaluate(() =>
    window.trial.call.updateInputSettings({ video: { processor: { type: 'none' } } }),
  );
  await expect.poll(trackId).toBe(before);
  const refusal = await agent.page.evaluate(() =>
    window.trial.call
      .updateInputSettings({ audio: { processor: { type: 'noise-cancellation' } } })
      .catch((error: unknown) => error),
  );
  expect(refusal).toBe('The audio processor "noise-cancellation" is not available');
});
