import fs from 'node:fs/promises';
import path from 'node:path';
import { StartError } from './start-error.ts';

/** What a process of ours makes is for its own user, whatever the shell that started it says. */
export const OWN_FILES_ONLY = 0o077;

/** What others may still do: the database's own user passes through the folder without seeing what is in it. */
const PASS_THROUGH = 0o010;

/** A folder from before, or one that somebody else has made, may be open to everybody on this machine. */
export async function closeToOthers(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  if (await isOpen(dir)) {
    await fs.chmod(dir, 0o700).catch(() => {
      throw new StartError(
        `Others can read the data folder ${dir}, which belongs to another user: give it to yours with chown, or choose another with DATA_DIR.`,
      );
    });
  }
  for (const entry of await fs.readdir(dir, { withFileTypes: true })) {
    // The database sees to its own, which may be another user's.
    if (entry.name.startsWith('postgres') || !(entry.isFile() || entry.isDirectory())) continue;
    const mode = entry.isFile() ? 0o600 : 0o700;
    // One that is another user's, or has just gone, stays unreadable.
    await fs.chmod(path.join(dir, entry.name), mode).catch(() => undefined);
  }
}

const isOpen = async (dir: string): Promise<boolean> =>
  ((await fs.stat(dir)).mode & OWN_FILES_ONLY & ~PASS_THROUGH) !== 0;
