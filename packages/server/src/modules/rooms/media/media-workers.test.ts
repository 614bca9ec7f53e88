/** @module-tag full */
import { mediaWorkerIndex } from '@trunkline/contract';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#platform/log';
import { createMediaWorkers, type MediaWorkers } from './media-workers.ts';

let dir: string;
let workers: MediaWorkers | undefined;

beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-media-workers-'));
});
afterEach(async () => {
  await workers?.stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

test('a room is with one of them, and each has ports of its own', { timeout: 30_000 }, async () => {
  const env = { ...process.env, MEDIA_UDP_PORTS: '42000-42099' };
  workers = createMediaWorkers({ log: createLog('silent'), dataDir: dir, env, count: 2 });
  workers.start('http://127.0.0.1:1');
  const names = Array.from({ length: 20 }, (_, index) => `room-${index}`);
  const ports = await Promise.all(names.map((name) => workers!.port(name)));
  const byWorker = [0, 1].map((worker) =>
    ports.filter((_, index) => mediaWorkerIndex(names[index]!, 2) === worker),
  );
  for (const own of byWorker) expect(new Set(own).size).toBe(1);
  expect(byWorker[0]![0]).not.toBe(byWorker[1]![0]);
});
