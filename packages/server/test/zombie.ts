import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { expect } from 'vitest';

const parents: ChildProcess[] = [];

/**
 * A killed process whose parent never asks how it ended, as in a container whose first process does not look after the
 * others. `born` is what the lock of the data folder would have said while it lived. Linux only.
 */
export async function makeZombie(): Promise<{ pid: number; born: string }> {
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  parents.push(parent);
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  const born = await startTimeOf(pid);
  // Until the shell has replaced itself with `sleep`, it would still reap its child.
  await expect.poll(() => nameOf(parent.pid)).toBe('sleep');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => stateOf(pid)).toBe('Z');
  return { pid, born };
}

export function endZombies(): void {
  for (const parent of parents.splice(0)) parent.kill('SIGKILL');
}

const statOf = (pid: number) => fs.readFile(`/proc/${pid}/stat`, 'utf8');

const nameOf = async (pid = 0) => fs.readFile(`/proc/${pid}/comm`, 'utf8').then((name) => name.trim());

/** The fields after the name in parentheses: the state first, and 19 fields later the start time. */
const fieldsOf = async (pid: number) => (await statOf(pid)).split(') ').at(-1)?.split(' ') ?? [];

const stateOf = async (pid: number) => (await fieldsOf(pid))[0];

async function startTimeOf(pid: number): Promise<string> {
  const boot = await fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${(await fieldsOf(pid))[19]}`;
}
