import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { TrackInfo, TrackSource, TrackType } from '@livekit/protocol';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PublishedTrack } from '../tracks/published-track.ts';
import { finishRecording } from './finish.ts';
import { readManifest, writeManifest, type Manifest, type ManifestPart } from './manifest.ts';
import { Person } from './person.ts';

let folder: string;
let nowMs: number;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-recording-'));
  nowMs = 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await fs.rm(folder, { recursive: true, force: true });
});

/** Sends packets of a track, on a clock of the test. Video sends a key frame whenever one is requested. */
function sender(kind: 'audio' | 'video') {
  const isVideo = kind === 'video';
  const info = new TrackInfo({
    sid: `TR_${kind}`,
    type: isVideo ? TrackType.VIDEO : TrackType.AUDIO,
    source: isVideo ? TrackSource.CAMERA : TrackSource.MICROPHONE,
  });
  let isKeyWanted = true;
  const track = new PublishedTrack(info, 'cid', { sid: 'PA_1', identity: 'ann' }, () => (isKeyWanted = true));
  track.bind('0', []);
  let number = 0;
  const key = Buffer.from([0x10, 0x00, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0x68, 0x01, 0, 0]);
  const delta = Buffer.from([0x10, 0x01, 1, 2, 3]);
  return {
    track,
    send(): void {
      number += 1;
      const payload = isVideo ? (isKeyWanted ? key : delta) : Buffer.from([0xfc, 0xff, 0xfe]);
      isKeyWanted = false;
      track.deliver(
        {
          mid: '0',
          rid: '',
          sequenceNumber: number & 0xffff,
          timestamp: Math.round(nowMs * (isVideo ? 90 : 48)) >>> 0,
          marker: isVideo,
          payload,
          level: isVideo ? undefined : 40,
        },
        nowMs,
      );
    },
  };
}
type Sender = ReturnType<typeof sender>;

function recordPerson() {
  const parts: ManifestPart[] = [];
  const errors: unknown[] = [];
  const levels: { level: number; at: number }[] = [];
  const person = new Person({
    identity: 'ann',
    name: 'Ann',
    startedMs: nowMs,
    nextFile: () => {
      const file = `00${parts.length + 1}.webm`;
      return { file, raw: path.join(folder, `${file}.raw`) };
    },
    onPart: (part) => void parts.push(part),
    onPartEnded: () => undefined,
    onLevel: (level, at) => void levels.push({ level, at }),
    onError: (error) => void errors.push(error),
  });
  /** Lets these senders send for a while: audio every 20 ms, video every 40 ms. */
  const run = (forMs: number, ...senders: Sender[]) => {
    for (const until = nowMs + forMs; nowMs < until; nowMs += 20) {
      for (const each of senders) if (each.track.kind === 'audio' || nowMs % 40 === 0) each.send();
      if (nowMs % 100 === 0) person.tick(nowMs);
    }
  };
  return { person, parts, errors, levels, run };
}

const base: Manifest = {
  version: 1,
  egress_id: 'EG_1',
  room_name: 'room',
  room_sid: 'RM_1',
  status: 'active',
  started_at: '2026-11-21T09:00:00.000Z',
  ended_at: null,
  error: '',
  parts: [],
};

async function finish(parts: ManifestPart[]): Promise<Manifest> {
  await writeManifest(folder, { ...base, parts });
  const done = await finishRecording(folder);
  if (!done) throw new Error('there is no recording');
  return done;
}

/** How many packets of each kind a file has, read by another library. */
async function count(file: string): Promise<Record<string, number>> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path.join(folder, file)) });
  const counts: Record<string, number> = {};
  for (const track of await input.getTracks()) {
    let packets = 0;
    for await (const packet of new EncodedPacketSink(track).packets())
      packets += packet.byteLength > 0 ? 1 : 0;
    counts[track.isVideoTrack() ? 'video' : 'audio'] = packets;
  }
  input.dispose();
  return counts;
}

describe('one person', () => {
  test('who sends audio and video throughout has one complete file with both', async () => {
    const [voice, picture] = [sender('audio'), sender('video')];
    const { person, parts, errors, levels, run } = recordPerson();
    person.add(voice.track);
    person.add(picture.track);
    run(4000, voice, picture);
    await person.close();
    const { status, parts: finished } = await finish(parts);
    expect(errors).toEqual([]);
    expect(levels).toHaveLength(200);
    expect(status).toBe('complete');
    expect(finished).toHaveLength(1);
    expect(finished[0]?.duration_ms).toBeGreaterThan(3900);
    expect(await count('001.webm')).toEqual({ audio: 200, video: 100 });
  });

  test('whose camera comes later has a second file, which begins where the first ended', async () => {
    const [voice, picture] = [sender('audio'), sender('video')];
    const { person, parts, run } = recordPerson();
    person.add(voice.track);
    run(2000, voice);
    person.add(picture.track);
    run(2000, voice, picture);
    await person.close();
    const { parts: finished } = await finish(parts);
    expect(finished.map(({ tracks }) => tracks.map(({ source }) => source))).toEqual([
      ['microphone'],
      ['camera', 'microphone'],
    ]);
    const edges = finished.map(({ offset_ms, duration_ms }) => [offset_ms, offset_ms + duration_ms] as const);
    expect(Math.abs((edges[1]?.[0] ?? 0) - (edges[0]?.[1] ?? 0))).toBeLessThan(60);
    const counts = await Promise.all([count('001.webm'), count('002.webm')]);
    expect(counts.reduce((sum, { audio = 0 }) => sum + audio, 0)).toBe(200);
  });

  test('whose camera is announced but never sends does not delay the file', async () => {
    const [voice, picture] = [sender('audio'), sender('video')];
    const { person, parts, run } = recordPerson();
    person.add(voice.track);
    person.add(picture.track);
    run(4000, voice);
    await person.close();
    await finish(parts);
    expect(await count('001.webm')).toEqual({ audio: 200 });
  });

  test(
    'whose camera falls silent in the middle goes on being heard in the same file',
    { tags: 'full' },
    async () => {
      const [voice, picture] = [sender('audio'), sender('video')];
      const { person, parts, run } = recordPerson();
      person.add(voice.track);
      person.add(picture.track);
      run(2000, voice, picture);
      run(5000, voice);
      const written = async () => (await fs.stat(path.join(folder, '001.webm.raw'))).size;
      await expect.poll(written).toBeGreaterThan(2000);
      await person.close();
      await finish(parts);
      expect(await count('001.webm')).toEqual({ audio: 350, video: 50 });
    },
  );
});

describe('a machine that stopped', () => {
  async function recorded(): Promise<{ parts: ManifestPart[]; bytes: Buffer }> {
    const [voice, picture] = [sender('audio'), sender('video')];
    const { person, parts, run } = recordPerson();
    person.add(voice.track);
    person.add(picture.track);
    run(6000, voice, picture);
    await person.close();
    return { parts, bytes: await fs.readFile(path.join(folder, '001.webm.raw')) };
  }

  test('wherever the file was cut off, everything before can be played', async () => {
    const { parts, bytes } = await recorded();
    for (const share of [0.3, 0.5, 0.77, 0.999]) {
      await fs.rm(path.join(folder, '001.webm'), { force: true });
      await fs.writeFile(path.join(folder, '001.webm.raw'), bytes.subarray(0, bytes.length * share));
      const { status, parts: finished, ended_at: endedAt } = await finish(parts);
      expect(status).toBe('complete');
      expect(finished[0]?.duration_ms).toBeGreaterThan(6000 * share * 0.85);
      expect(Date.parse(endedAt ?? '')).toBeGreaterThan(Date.parse(base.started_at));
      expect((await count('001.webm'))['audio']).toBeGreaterThan(250 * share);
    }
  });

  test('a file of which nothing was written is left out, and the recording is complete without it', async () => {
    const { parts } = await recorded();
    await fs.writeFile(path.join(folder, '002.webm.raw'), '');
    const empty = { ...parts[0], file: '002.webm' } as ManifestPart;
    const { status, parts: finished } = await finish([...parts, empty]);
    expect([status, finished.map(({ file }) => file)]).toEqual(['complete', ['001.webm']]);
  });

  test('finishing that was interrupted is taken up again, and finishing twice changes nothing', async () => {
    const { parts } = await recorded();
    await fs.writeFile(path.join(folder, '001.webm.new'), 'half of a file');
    const first = await finish(parts);
    expect(await finishRecording(folder)).toEqual(first);
    await writeManifest(folder, { ...base, parts });
    expect((await finishRecording(folder))?.parts).toEqual(first.parts);
  });

  test('a folder without a readable manifest is not touched', async () => {
    await fs.writeFile(path.join(folder, 'manifest.json'), '{"version":1,');
    expect(await readManifest(folder)).toBeUndefined();
    expect(await finishRecording(folder)).toBeUndefined();
  });
});
