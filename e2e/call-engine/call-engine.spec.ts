import { type Browser, type Page } from 'playwright/test';
import {
  decodedFrames,
  waitForEvent,
  eventsNamed,
  loudness,
  remoteState,
  startJoinedCall,
} from '../support/calls/callers.ts';
import { endCalls, openCaller, startCall } from '../support/calls/calls.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterEach(() => endCalls(browser));
test.afterAll(() => browser.close());

test('two people join, hear and see each other, and one leaves @full', async ({ server }) => {
  const { customer, agent } = await startJoinedCall(browser, server.url);
  // The second participant is told of the first by the same events as of later ones.
  const joined = await waitForEvent(agent.page, 'joined-meeting');
  expect(Object.keys(joined['participants'] as object)).toEqual(['local']);
  expect((await waitForEvent(agent.page, 'participant-joined'))['participant']).toMatchObject({
    user_name: 'Joko Susilo',
  });
  const started = async () =>
    (await eventsNamed(agent.page, 'track-started')).filter(
      ({ participant }) => !(participant as { local: boolean }).local,
    ).length;
  await expect.poll(started).toBe(2);
  for (const { page } of [customer, agent]) {
    await expect.poll(() => remoteState(page, 'video'), { timeout: 20_000 }).toBe('playable');
    await expect.poll(() => decodedFrames(page), { timeout: 20_000 }).toBeGreaterThan(20);
    expect(await loudness(page)).toBeGreaterThan(0.01);
  }
  expect((await waitForEvent(customer.page, 'participant-joined'))['participant']).toMatchObject({
    owner: true,
  });
  expect(await customer.page.evaluate(() => window.trial.call.participantCounts())).toEqual({
    present: 2,
    hidden: 0,
  });

  await agent.page.evaluate(() => window.trial.call.leave());
  expect(await agent.page.evaluate(() => window.trial.call.meetingState())).toBe('left-meeting');
  await waitForEvent(customer.page, 'participant-left');
});

test('a camera is tried before the call, used in it, and released after it @full', async ({ server }) => {
  const call = await startCall(server.url);
  const page = await openCaller(browser, call.customer);
  const access = await page.evaluate((o) => window.trial.call.preAuth(o), call.customer);
  expect(access).toEqual({ access: { level: 'full' } });
  const devices = await page.evaluate(() => window.trial.call.startCamera());
  expect(devices).toMatchObject({ camera: { kind: 'videoinput' }, mic: { kind: 'audioinput' } });
  await waitForEvent(page, 'started-camera');
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

  // A new instance on the same page loads the script again, and the old instance does not answer for it.
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

test('each side sees what the other switches off and on, and what an owner switches off for them @full', async ({
  server,
}) => {
  const { customer, agent } = await startJoinedCall(browser, server.url);
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

  // The customer lacks the permission, so nothing happens to the agent.
  await customer.page.evaluate(() => {
    const other = Object.values(window.trial.call.participants()).find(({ local }) => !local)!;
    window.trial.call.updateParticipant(other.session_id, { setAudio: false, eject: true });
    window.trial.call.sendAppMessage('after it');
  });
  await waitForEvent(agent.page, 'app-message');
  expect(await agent.page.evaluate(() => window.trial.call.localAudio())).toBe(true);
});

test('a shared screen is seen until it is stopped; a custom track has a name of its own @full', async ({
  server,
}) => {
  const { customer, agent } = await startJoinedCall(browser, server.url);
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
  await waitForEvent(agent.page, 'local-screen-share-started');
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
  await waitForEvent(agent.page, 'local-screen-share-stopped');
  await expect.poll(() => remoteState(customer.page, 'screenVideo')).toBe('off');
});

test('speakers, levels and the state of the connection are reported @full', async ({ server }) => {
  const { customer, agent } = await startJoinedCall(browser, server.url);
  await agent.page.evaluate(async () => {
    await window.trial.call.startLocalAudioLevelObserver(100);
    await window.trial.call.startRemoteParticipantsAudioLevelObserver(100);
  });
  const loudest = async (name: string) =>
    Math.max(
      0,
      ...(await eventsNamed(agent.page, name)).flatMap(({ audioLevel, participantsAudioLevel }) =>
        typeof audioLevel === 'number'
          ? audioLevel
          : Object.values(participantsAudioLevel as Record<string, number>),
      ),
    );
  await expect.poll(() => loudest('local-audio-level'), { timeout: 15_000 }).toBeGreaterThan(0.005);
  await expect
    .poll(() => loudest('remote-participants-audio-level'), { timeout: 15_000 })
    .toBeGreaterThan(0.005);
  await waitForEvent(customer.page, 'active-speaker-change');
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

test('the requested quality layer is the one that arrives @full', async ({ server }) => {
  const { customer, agent } = await startJoinedCall(browser, server.url);
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

test('a small tile gets low-resolution video, a large one high-resolution video @full', async ({
  server,
}) => {
  const { customer } = await startJoinedCall(browser, server.url);
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

/** Replaces the camera by a constant image that contains no person: black and white squares of 16 pixels. */
async function showChequeredWall(): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = 320;
  canvas.height = 180;
  const context = canvas.getContext('2d')!;
  setInterval(() => {
    for (let x = 0; x < 20; x += 1) {
      for (let y = 0; y < 12; y += 1) {
        context.fillStyle = (x + y) % 2 ? '#fff' : '#000';
        context.fillRect(x * 16, y * 16, 16, 16);
      }
    }
  }, 100);
  const [videoSource] = canvas.captureStream(10).getVideoTracks();
  await window.trial.call.setInputDevicesAsync({ videoSource: videoSource! });
}

/** The `sharpness` of that image: a step from black to white every 16 pixels. */
const CHEQUERS = 255 / 16;

/** Returns the mean difference of neighbouring pixels of the own picture. */
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

test('a background is blurred with files from our own server @full', async ({ server }) => {
  const { customer, agent } = await startJoinedCall(browser, server.url);
  await expect.poll(() => decodedFrames(customer.page), { timeout: 20_000 }).toBeGreaterThan(5);
  const hosts = new Set<string>();
  agent.page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await agent.page.evaluate(showChequeredWall);
  await expect.poll(() => sharpness(agent.page)).toBeGreaterThan(CHEQUERS * 0.7);
  const trackId = () =>
    agent.page.evaluate(() => window.trial.call.participants().local.tracks.video.persistentTrack?.id);
  const before = await trackId();
  const settings = await agent.page.evaluate(() =>
    window.trial.call.updateInputSettings({
      video: { processor: { type: 'background-blur', config: { strength: 0.8 } } },
    }),
  );
  expect(await eventsNamed(agent.page, 'nonfatal-error')).toEqual([]);
  expect(settings).toMatchObject({ video: { processor: { type: 'background-blur' } } });
  await expect.poll(trackId).not.toBe(before);
  await expect.poll(() => sharpness(agent.page), { timeout: 20_000 }).toBeLessThan(CHEQUERS * 0.4);
  const seen = await decodedFrames(customer.page);
  await expect.poll(() => decodedFrames(customer.page), { timeout: 20_000 }).toBeGreaterThan(seen + 10);
  expect([...hosts]).toEqual([new URL(agent.place.url).host]);

  await agent.page.evaluate(() =>
    window.trial.call.updateInputSettings({ video: { processor: { type: 'none' } } }),
  );
  await expect.poll(trackId).toBe(before);
});

test('noise is removed from a voice with files from our own server @full', async ({ server }) => {
  const { customer, agent } = await startJoinedCall(browser, server.url);
  const hosts = new Set<string>();
  agent.page.on('request', (request) => hosts.add(new URL(request.url()).host));
  // Noise of a fan, without speech.
  await agent.page.evaluate(async () => {
    const context = new AudioContext({ sampleRate: 48_000 });
    const buffer = context.createBuffer(1, 48_000, 48_000);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = (Math.random() - 0.5) * 0.4;
    const fan = new AudioBufferSourceNode(context, { buffer, loop: true });
    const room = context.createMediaStreamDestination();
    fan.connect(room);
    fan.start();
    await window.trial.call.setInputDevicesAsync({ audioSource: room.stream.getAudioTracks()[0]! });
  });
  const listen = () => loudness(customer.page);
  await expect.poll(listen, { timeout: 20_000 }).toBeGreaterThan(0.1);
  const set = (type: 'noise-cancellation' | 'none') =>
    agent.page.evaluate(
      (type) => window.trial.call.updateInputSettings({ audio: { processor: { type } } }),
      type,
    );
  expect(await set('noise-cancellation')).toMatchObject({
    audio: { processor: { type: 'noise-cancellation' } },
  });
  expect(await eventsNamed(agent.page, 'nonfatal-error')).toEqual([]);
  await expect.poll(listen, { timeout: 20_000 }).toBeLessThan(0.03);
  expect([...hosts]).toEqual([new URL(agent.place.url).host]);
  await set('none');
  await expect.poll(listen, { timeout: 20_000 }).toBeGreaterThan(0.1);
});
