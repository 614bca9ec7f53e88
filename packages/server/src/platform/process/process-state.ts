import fs from 'node:fs/promises';

/** Killed, but not yet waited for by its parent: it has a pid and holds nothing any more. */
export async function isZombie(pid: number | string): Promise<boolean> {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}
