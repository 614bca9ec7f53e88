import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endZombies, makeZombie } from '../../test/zombie.ts';
import { openDataDir } from './data-dir.ts';
import { StartError } from './start-error.ts';

let dir: string;

beforeEach(async () => {
  dir = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-')), 'data');
});
afterEach(async () => {
  endZombies();
  await fs.rm(path.dirname(dir), { recursive: true, force: true });
});

const lockFile = () => path.join(dir, 'trunkline.lock');

it('makes the folder, for this user only', async () => {
  await openDataDir(dir);
  expect((await fs.stat(dir)).mode & 0o777).toBe(0o700);
});

it('tells a second start where the first one answers', async () => {
  const first = await openDataDir(dir);
  await first.announce('http://127.0.0.1:3000');
  const sentence = `Trunkline is already running here (pid ${process.pid}, http://127.0.0.1:3000).`;
  await expect(openDataDir(dir)).rejects.toThrow(new StartError(sentence));
});

it('opens again after it was closed', async () => {
  await (await openDataDir(dir)).close();
  await expect(openDataDir(dir)).resolves.toMatchObject({ dir });
});

it('lets exactly one of many starts at the same moment through', async () => {
  const starts = await Promise.allSettled(Array.from({ length: 8 }, () => openDataDir(dir)));
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('takes over from a process that is gone', async () => {
  const child = spawn(process.execPath, ['-e', '0']);
  await once(child, 'exit');
  await fs.mkdir(dir);
  await fs.writeFile(lockFile(), JSON.stringify({ pid: child.pid, born: 'whenever', url: '' }));
  await openDataDir(dir);
  expect(JSON.parse(await fs.readFile(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
});

it('is not fooled by a process that has inherited the pid', async () => {
  await fs.mkdir(dir);
  await fs.writeFile(lockFile(), JSON.stringify({ pid: process.ppid, born: 'another time', url: '' }));
  await expect(openDataDir(dir)).resolves.toMatchObject({ dir });
});

it.runIf(process.platform === 'linux')(
  'takes over from a process that was killed and that nobody waits for',
  async () => {
    const zombie = await makeZombie();
    await fs.mkdir(dir);
    await fs.writeFile(lockFile(), JSON.stringify({ ...zombie, url: 'http://127.0.0.1:3000' }));
    await openDataDir(dir);
    expect(JSON.parse(await fs.readFile(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
  },
);

it('takes over a lock that a full disk has left empty', async () => {
  await fs.mkdir(dir);
  await fs.writeFile(lockFile(), '');
  await expect(openDataDir(dir)).resolves.toMatchObject({ dir });
});

it('makes the folders above it, readable by nobody else', async () => {
  const deep = path.join(dir, 'of', 'its', 'own');
  const opened = await openDataDir(deep);
  expect((await fs.stat(deep)).mode & 0o777).toBe(0o700);
  await opened.close();
});

it.runIf(process.platform === 'linux')('refuses a place where no folder can be made', async () => {
  await expect(openDataDir('/proc/x/data')).rejects.toThrow(
    /\/proc\/x\/data cannot be written \(\w+\): make it writable, or choose another with DATA_DIR/,
  );
});

it('says in one sentence that the folder cannot be written', async () => {
  await fs.writeFile(dir, '');
  await expect(openDataDir(dir)).rejects.toThrow(
    /data cannot be written \(\w+\): make it writable, or choose another with DATA_DIR/,
  );
});
