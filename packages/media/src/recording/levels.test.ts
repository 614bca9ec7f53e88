import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { finishRecording } from './finish.ts';
import { LevelLog, readLevels } from './levels.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { peaksOf, type Peaks } from './peaks.ts';

const ann = { identity: 'ann', name: 'Ann' };
const bob = { identity: 'bob', name: 'Bob' };

let folder: string;
let log: LevelLog;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-levels-'));
  log = new LevelLog(folder, (error) => {
    throw error;
  });
});
afterEach(async () => {
  await fs.rm(folder, { recursive: true, force: true });
});

const written = async () => (await readLevels(folder)) ?? [];

describe('while a recording runs', () => {
  test('the loudest of each tenth of a second is kept, for each person', async () => {
    for (const [atMs, level] of [
      [0, 50],
      [20, 30],
      [40, 60],
      [120, 45],
      [990, 10],
      [1000, 20],
    ] as const)
      log.recordLevel(ann, atMs, level);
    log.recordLevel(bob, 1040, 35);
    await log.close();
    expect(await written()).toEqual([
      { at: 0, ...ann, db: [30, 45, 127, 127, 127, 127, 127, 127, 127, 10] },
      { at: 1000, ...ann, db: [20, 127, 127, 127, 127, 127, 127, 127, 127, 127] },
      { at: 1000, ...bob, db: [35, 127, 127, 127, 127, 127, 127, 127, 127, 127] },
    ]);
  });

  test('it is on the disk after a few seconds, whatever becomes of the rest', async () => {
    for (let atMs = 0; atMs < 7000; atMs += 20) {
      log.recordLevel(ann, atMs, 40);
      if (atMs % 100 === 0) log.tick(atMs);
    }
    await expect.poll(async () => (await written()).map(({ at }) => at)).toEqual([0, 1000, 2000, 3000, 4000]);
  });

  test('a line that was cut off takes none of the others with it', async () => {
    log.recordLevel(ann, 0, 40);
    await log.close();
    await fs.appendFile(path.join(folder, 'levels.jsonl'), '{"at":1000,"identity":"an');
    expect(await written()).toHaveLength(1);
  });
});

describe('afterwards', () => {
  const line = (at: number, db: number[]) => ({ at, ...ann, db });

  test('loudness becomes height: 60 dB below the maximum is nothing', () => {
    expect(peaksOf([line(0, [0, 30, 60, 127])], 500)).toEqual({
      step_ms: 100,
      people: [{ ...ann, peaks: [100, 50, 0, 0, 0] }],
    });
  });

  test('an hour is drawn in a thousand steps at most, and no sound of it is lost', () => {
    const hourMs = 3_600_000;
    const { step_ms: step, people } = peaksOf([line(1_800_000, [127, 127, 6])], hourMs);
    expect(step).toBe(3600);
    expect(people[0]?.peaks).toHaveLength(1000);
    expect(people[0]?.peaks.flatMap((height, at) => (height > 0 ? [at * step] : []))).toEqual([1_800_000]);
    expect(people[0]?.peaks[500]).toBe(90);
  });

  test('what was noted past the end is left out', () => {
    expect(peaksOf([line(0, [20, 20, 20]), line(5000, [0])], 200).people[0]?.peaks).toEqual([67, 67]);
  });

  test('finishing writes it beside the manifest, also after a crash, and once', async () => {
    const manifest: Manifest = {
      version: 1,
      egress_id: 'EG_1',
      room_name: 'room',
      room_sid: 'RM_1',
      status: 'active',
      started_at: '2026-11-21T10:00:00.000Z',
      ended_at: null,
      error: '',
      parts: [],
    };
    await writeManifest(folder, manifest);
    log.recordLevel(ann, 100, 30);
    await log.close();
    await finishRecording(folder);
    const read = async () => JSON.parse(await fs.readFile(path.join(folder, 'peaks.json'), 'utf8')) as Peaks;
    // None of it can be played, so it has no length.
    expect(await read()).toEqual({ step_ms: 100, people: [{ ...ann, peaks: [] }] });
    expect(await readLevels(folder)).toBeUndefined();
    // The machine stopped between writing the peaks and marking the recording as finished.
    await writeManifest(folder, manifest);
    await finishRecording(folder);
    expect((await read()).people).toHaveLength(1);
  });
});
