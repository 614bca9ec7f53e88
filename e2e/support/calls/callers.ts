import type { Browser, Page } from 'playwright/test';
import { expect } from '../test.ts';
import { openCaller, startCall, type RecordedEvent, type RoomTicket } from './calls.ts';

/** Joins a call as an application does; throws the library's error when that is refused. */
export const join = (page: Page, place: RoomTicket, options: Record<string, unknown> = {}) =>
  page.evaluate(
    (o) =>
      window.trial.call.join(o).catch((error: unknown) => {
        throw new Error(JSON.stringify(error));
      }),
    { ...place, ...options },
  );

export const eventsNamed = (page: Page, name: string) =>
  page.evaluate((name) => window.trial.events.filter((event) => event.name === name), name);

/** Waits for an event, the first of its name or a later one. */
export async function waitForEvent(page: Page, name: string, count = 1): Promise<RecordedEvent> {
  await expect
    .poll(async () => (await eventsNamed(page, name)).length, { message: `no ${name}`, timeout: 20_000 })
    .toBeGreaterThanOrEqual(count);
  return (await eventsNamed(page, name))[count - 1]!;
}

/** Returns the state of the other participant's track on this page. */
export const remoteState = (page: Page, key: 'audio' | 'video' | 'screenVideo') =>
  page.evaluate((key) => {
    const other = Object.values(window.trial.call.participants()).find(({ local }) => !local);
    return other?.tracks[key]?.state;
  }, key);

/** Plays the other participant's camera and counts decoded frames. */
export const decodedFrames = (page: Page, key: 'video' | 'screenVideo' = 'video') =>
  page.evaluate(async (key) => {
    const other = Object.values(window.trial.call.participants()).find(({ local }) => !local);
    const track = other?.tracks[key]?.persistentTrack;
    if (!track) return 0;
    const id = `seen-${track.id}`;
    let video = document.getElementById(id) as HTMLVideoElement | null;
    if (!video) {
      video = Object.assign(document.createElement('video'), {
        id,
        muted: true,
        srcObject: new MediaStream([track]),
      });
      document.body.append(video);
      await video.play();
    }
    return video.getVideoPlaybackQuality().totalVideoFrames;
  }, key);

/** Returns the loudest recent sample of the other participant. */
export const loudness = (page: Page) =>
  page.evaluate(async () => {
    const other = Object.values(window.trial.call.participants()).find(({ local }) => !local);
    const track = other?.tracks.audio.persistentTrack;
    if (!track) return 0;
    const stream = new MediaStream([track]);
    const audio = Object.assign(document.createElement('audio'), { srcObject: stream });
    await audio.play();
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let loudest = 0;
    const until = Date.now() + 1500;
    while (Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      analyser.getFloatTimeDomainData(samples);
      loudest = Math.max(loudest, ...samples.map(Math.abs));
    }
    await context.close();
    audio.remove();
    return loudest;
  });

/** A call with customer and agent joined, each in a page of their own. */
export async function startJoinedCall(browser: Browser, url: string, options: Record<string, unknown> = {}) {
  const call = await startCall(url);
  const customer = await openCaller(browser, call.customer);
  const agent = await openCaller(browser, call.agent);
  await join(customer, call.customer, options);
  await join(agent, call.agent, options);
  return {
    ...call,
    customer: { place: call.customer, page: customer },
    agent: { place: call.agent, page: agent },
  };
}
