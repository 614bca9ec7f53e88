import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { restrictDataFolder } from './own-files.ts';
import { StartError } from './start-error.ts';
import { isZombie } from './process-state.ts';

export type DataDir = {
  dir: string;
  /** Stores the address at which this process answers, for the message that a second start shows. */
  announce(url: string): Promise<void>;
  close(): Promise<void>;
};

type Lock = { pid: number; born: string; url: string };

/** Opens the data folder, for one process at a time. */
export async function openDataDir(location: string): Promise<DataDir> {
  const dir = path.resolve(location);
  const file = path.join(dir, 'trunkline.lock');
  const lock: Lock = { pid: process.pid, born: await startTimeOf(process.pid), url: '' };
  try {
    await makeFolder(dir);
    await restrictDataFolder(dir);
    await acquire(file, lock);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The data folder ${dir} cannot be written (${code}): make it writable, or choose another with DATA_DIR.`,
    );
  }
  return {
    dir,
    announce: (url) => replace(file, { ...lock, url }),
    close: () => fs.rm(file, { force: true }),
  };
}

/** The address of the process that has this folder open; undefined where none has. */
export async function addressOfRunning(location: string): Promise<string | undefined> {
  const holder = await readLock(path.join(path.resolve(location), 'trunkline.lock'));
  return holder && (await isAlive(holder)) ? holder.url || undefined : undefined;
}

/** Creates one level at a time: where the file system forbids it, as below /proc, Node's own `recursive` loops for ever. */
async function makeFolder(dir: string): Promise<void> {
  const isThere = await fs.stat(dir).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  await makeFolder(path.dirname(dir));
  await fs.mkdir(dir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error; // another process may have created it
  });
}

async function acquire(file: string, lock: Lock): Promise<void> {
  while (!(await create(file, lock))) {
    const holder = await readLock(file);
    if (holder && (await isAlive(holder))) {
      const where = holder.url ? `, ${holder.url}` : '';
      throw new StartError(`Trunkline is already running here (pid ${holder.pid}${where}).`);
    }
    await discard(file, holder);
  }
}

/** Written completely before it is linked, so that nobody reads half a lock; false if there is one already. */
async function create(file: string, lock: Lock): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await fs.writeFile(draft, JSON.stringify(lock), { mode: 0o600 });
  try {
    await fs.link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await fs.rm(draft, { force: true });
  }
}

/** Renames the lock before removing it: if another start has replaced it meanwhile, that one's lock is put back. */
async function discard(file: string, stale: Lock | undefined): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  await fs.rename(file, aside).catch(() => {}); // another process may have removed it
  const moved = await readLock(aside);
  if (moved && (moved.pid !== stale?.pid || moved.born !== stale.born))
    await fs.link(aside, file).catch(() => {});
  await fs.rm(aside, { force: true });
}

async function replace(file: string, lock: Lock): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await fs.writeFile(draft, JSON.stringify(lock), { mode: 0o600 });
  await fs.rename(draft, file);
}

async function readLock(file: string): Promise<Lock | undefined> {
  try {
    return JSON.parse(await fs.readFile(file, 'utf8')) as Lock;
  } catch {
    return undefined;
  }
}

/** After a crash the pid may belong to another process; its start time tells them apart. */
async function isAlive({ pid, born }: Lock): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return !(await isZombie(pid)) && (await startTimeOf(pid)) === born;
}

/** Identifies a process by boot and start time; empty where the system does not tell. */
async function startTimeOf(pid: number): Promise<string> {
  try {
    const boot = await fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; "starttime" is the 20th field after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot.trim()} ${ticks}`;
  } catch {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({
      stdout: '',
    }));
    return stdout.trim();
  }
}
