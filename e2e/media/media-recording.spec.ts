import fs from 'node:fs/promises';
import path from 'node:path';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { EncodedFileOutput } from 'livekit-server-sdk';
import type { Page } from 'playwright/test';
import { isExternalServer, type MediaServer, type MediaReport } from '../support/media/media.ts';
import { expect, test, WITH_CAMERA } from '../support/media/media-test.ts';

test.use(WITH_CAMERA);
test.skip(isExternalServer, 'a LiveKit elsewhere keeps its files elsewhere');

type Part = {
  file: string;
  identity: string;
  offset_ms: number;
  duration_ms: number;
  bytes: number;
  tracks: { kind: string; source: string }[];
};
type Manifest = { status: string; parts: Part[] };

const record = (media: MediaServer, room: string) =>
  media.egress.startRoomCompositeEgress(room, new EncodedFileOutput({ filepath: room }));

const folderOf = (media: MediaServer, id: string) => path.join(media.folder, 'recordings', id);

async function manifestOf(media: MediaServer, id: string): Promise<Manifest> {
  return JSON.parse(await fs.readFile(path.join(folderOf(media, id), 'manifest.json'), 'utf8')) as Manifest;
}

/** Waits until the media server reports the end of a recording. */
async function ended(media: MediaServer, id: string): Promise<MediaReport> {
  const find = () =>
    media.reports.taken.find(
      ({ event, egressInfo }) =>
        event === 'egress_ended' && (egressInfo as { egressId: string }).egressId === id,
    );
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return find() as MediaReport;
}

/** Reads a file with another library and returns its packets by kind, with the time from first to last. */
async function read(file: string) {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(file) });
  const counts: Record<string, number> = {};
  for (const track of await input.getTracks()) {
    const kind = track.isVideoTrack() ? 'video' : 'audio';
    counts[kind] = 0;
    for await (const packet of new EncodedPacketSink(track).packets())
      if (packet.byteLength > 0) counts[kind] += 1;
  }
  const seconds = await input.computeDuration();
  input.dispose();
  return { ...counts, seconds };
}

/** Plays a file in the browser and returns its length, its size, and whether seeking shows a picture. */
async function play(page: Page, file: string, seekTo: number) {
  await page.route('**/part.webm', async (route) =>
    route.fulfill({ body: await fs.readFile(file), contentType: 'video/webm' }),
  );
  return page.evaluate(async (seekTo) => {
    const bytes = await (await fetch('/part.webm')).blob();
    const video = document.createElement('video');
    video.src = URL.createObjectURL(bytes);
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    const sought = new Promise((resolve) => (video.onseeked = resolve));
    video.currentTime = seekTo;
    await sought;
    return { duration: video.duration, width: video.videoWidth, at: video.currentTime };
  }, seekTo);
}

test('a call is recorded: participants are told, and each has a file that plays and can be seeked in @full', async ({
  media,
  open,
}) => {
  const [ann, ben] = await Promise.all([open(), open()]);
  await ann.joinWithAll(media, 'record', 'ann');
  await ben.joinWithAll(media, 'record', 'ben');
  await Promise.all([ann.sees('ben/camera'), ben.sees('ann/camera')]);
  const { egressId } = await record(media, 'record');
  await ann.hears('recording', 'true');
  await ben.hears('recording', 'true');
  await Promise.all([ann.sees('ben/camera', 75), ben.sees('ann/camera', 75)]);
  await media.egress.stopEgress(egressId);
  await ann.hears('recording', 'false');
  await ended(media, egressId);

  const { status, parts } = await manifestOf(media, egressId);
  expect(status).toBe('complete');
  expect(new Set(parts.map(({ identity }) => identity))).toEqual(new Set(['ann', 'ben']));
  for (const part of parts) {
    expect(part.tracks.map(({ kind }) => kind).toSorted()).toEqual(['audio', 'video']);
    const file = path.join(folderOf(media, egressId), part.file);
    const {
      seconds,
      video = 0,
      audio = 0,
    } = (await read(file)) as { seconds: number; video?: number; audio?: number };
    expect(seconds).toBeGreaterThan(3);
    expect(Math.abs(seconds * 1000 - part.duration_ms)).toBeLessThan(50);
    expect(video).toBeGreaterThan(seconds * 7);
    expect(audio).toBeGreaterThan(seconds * 45);
    const played = await play(ann.page, file, seconds / 2);
    expect(played.width).toBeGreaterThanOrEqual(320);
    expect(played.duration).toBeCloseTo(seconds, 0);
    expect(played.at).toBeCloseTo(seconds / 2, 0);
  }
  // The beeps of the two fake microphones are in the waveform: loud, with silence in between.
  const peaks = JSON.parse(await fs.readFile(path.join(folderOf(media, egressId), 'peaks.json'), 'utf8')) as {
    step_ms: number;
    people: { identity: string; peaks: number[] }[];
  };
  expect(new Set(peaks.people.map(({ identity }) => identity))).toEqual(new Set(['ann', 'ben']));
  for (const { peaks: own } of peaks.people) {
    expect(Math.max(...own)).toBeGreaterThan(40);
    expect(own.filter((height) => height < 10).length).toBeGreaterThan(own.length / 4);
  }
  const events = media.reports.taken.map(({ event }) => event).filter((event) => event.startsWith('egress'));
  expect(events).toEqual(['egress_started', 'egress_updated', 'egress_ended']);
});

test('latecomers and shared screens are at the right time in the recording @full', async ({
  media,
  open,
}) => {
  const [ann, ben] = await Promise.all([open(), open()]);
  await ann.joinWithAll(media, 'later', 'ann');
  const { egressId } = await record(media, 'later');
  await ben.joinWithAll(media, 'later', 'ben');
  await ben.sees('ann/camera', 30);
  await ann.page.evaluate(() => kit.screen());
  await ben.sees('ann/screen_share', 45);
  await media.egress.stopEgress(egressId);
  await ended(media, egressId);

  const { parts } = await manifestOf(media, egressId);
  const ofAnn = parts.filter(({ identity }) => identity === 'ann');
  const [ofBen] = parts.filter(({ identity }) => identity === 'ben');
  expect(ofAnn.length).toBeGreaterThanOrEqual(2);
  expect(
    ofAnn
      .at(-1)
      ?.tracks.map(({ source }) => source)
      .toSorted(),
  ).toEqual(['camera', 'microphone', 'screen_share']);
  expect(ofBen?.offset_ms).toBeGreaterThan(ofAnn[0]?.offset_ms ?? Infinity);
  const gaps = ofAnn.slice(1).map(({ offset_ms }, index) => {
    const before = ofAnn[index];
    return offset_ms - (before ? before.offset_ms + before.duration_ms : 0);
  });
  for (const gap of gaps) expect(Math.abs(gap)).toBeLessThan(500);
});

test('recordings that were interrupted by a kill are finished at the next start @full', async ({
  media,
  open,
}) => {
  const [ann, ben] = await Promise.all([open(), open()]);
  await ann.joinWithAll(media, 'power-cut', 'ann');
  await ben.joinWithAll(media, 'power-cut', 'ben');
  const { egressId } = await record(media, 'power-cut');
  const startedAt = performance.now();
  await ann.sees('ben/camera', 75);
  const recordedMs = performance.now() - startedAt;
  await media.kill9();
  await media.start();
  await ended(media, egressId);
  const { status, parts } = await manifestOf(media, egressId);
  expect(status).toBe('complete');
  for (const identity of ['ann', 'ben']) {
    const own = parts.filter((part) => part.identity === identity);
    const lastMs = Math.max(...own.map(({ offset_ms, duration_ms }) => offset_ms + duration_ms));
    expect(recordedMs - lastMs).toBeLessThan(2000);
    const file = path.join(folderOf(media, egressId), own.at(-1)?.file ?? '');
    expect((await play(ann.page, file, 0.5)).width).toBeGreaterThanOrEqual(320);
  }
});

test('nobody records without the permission, and no room that does not exist @full', async ({ media }) => {
  await expect(record(media, 'nowhere')).rejects.toMatchObject({ status: 404 });
  const token = await media.token('record', 'ann', { roomAdmin: true });
  const answer = await fetch(`${media.http}/twirp/livekit.Egress/StartRoomCompositeEgress`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ roomName: 'record' }),
  });
  expect(answer.status).toBe(403);
});
