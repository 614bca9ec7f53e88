import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endZombies, makeZombie } from '../../../test/zombie.ts';
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

it('closes a folder that was there before, and what is in it, to others', async () => {
  const modes = {
    '': 0o755,
    files: 0o755,
    recordings: 0o777,
    'secret.key': 0o644,
    'first-logins.txt': 0o640,
  };
  const at = (name: string) => path.join(dir, name);
  await fs.mkdir(dir);
  for (const name of ['files', 'recordings', 'postgres']) await fs.mkdir(at(name));
  for (const name of ['secret.key', 'first-logins.txt']) await fs.writeFile(at(name), 'x');
  for (const [name, mode] of Object.entries({ ...modes, postgres: 0o750 })) await fs.chmod(at(name), mode);
  await openDataDir(dir);
  const now = async (name: string) => (await fs.stat(at(name))).mode & 0o777;
  for (const name of ['', 'files', 'recordings']) expect(await now(name)).toBe(0o700);
  for (const name of ['secret.key', 'first-logins.txt']) expect(await now(name)).toBe(0o600);
  expect(await now('postgres')).toBe(0o750);
});

it('lets the user of the database through as before', async () => {
  await fs.mkdir(dir);
  await fs.chmod(dir, 0o710);
  await openDataDir(dir);
  expect((await fs.stat(dir)).mode & 0o777).toBe(0o710);
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
