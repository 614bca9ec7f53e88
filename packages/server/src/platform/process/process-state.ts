import fs from 'node:fs/promises';

/** Whether a process has ended, but its parent has not waited for it yet: it has a pid, and holds nothing any more. */
export async function isZombie(pid: number | string): Promise<boolean> {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}
