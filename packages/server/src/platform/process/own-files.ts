import fs from 'node:fs/promises';
import path from 'node:path';
import { StartError } from './start-error.ts';

/** The umask of our processes: files are for their own user only, whatever the shell had set. */
export const OWN_FILES_UMASK = 0o077;

/** The execute bit of the group: the database's own user may pass through the folder without listing it. */
const PASS_THROUGH = 0o010;

/** Restricts the data folder: one from an earlier version, or made by somebody else, may be readable by all users. */
export async function restrictDataFolder(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  if (await isOpen(dir)) {
    await fs.chmod(dir, 0o700).catch(() => {
      throw new StartError(
        `Others can read the data folder ${dir}, which belongs to another user: give it to yours with chown, or choose another with DATA_DIR.`,
      );
    });
  }
  for (const entry of await fs.readdir(dir, { withFileTypes: true })) {
    // The database takes care of its own files, which may belong to another user.
    if (entry.name.startsWith('postgres') || !(entry.isFile() || entry.isDirectory())) continue;
    const mode = entry.isFile() ? 0o600 : 0o700;
    // A file that belongs to another user, or was deleted just now, is skipped.
    await fs.chmod(path.join(dir, entry.name), mode).catch(() => undefined);
  }
}

const isOpen = async (dir: string): Promise<boolean> =>
  ((await fs.stat(dir)).mode & OWN_FILES_UMASK & ~PASS_THROUGH) !== 0;
