import fs from 'node:fs/promises';
import path from 'node:path';

/** The size of a folder's content in bytes; null where there is none. Files that disappear meanwhile are ignored. */
export async function folderSize(folder: string): Promise<number | null> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => null);
  if (!entries) return null;
  let bytes = 0;
  for (const entry of entries) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) bytes += (await folderSize(name)) ?? 0;
    else if (entry.isFile()) bytes += (await fs.stat(name).catch(() => ({ size: 0 }))).size;
  }
  return bytes;
}

/** Returns the size and free space of the disk of a folder. */
export async function diskSpaceOf(folder: string): Promise<{ free_bytes: number; total_bytes: number }> {
  const { bavail, blocks, bsize } = await fs.statfs(folder);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}
