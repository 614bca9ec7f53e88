import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { BackupFault } from '@trunkline/contract';
import { AppError } from '#platform/errors';

const FAULTS: Record<string, BackupFault> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'not_writable',
  EPERM: 'not_writable',
  EROFS: 'not_writable',
  ENOENT: 'no_folder',
  ENOTDIR: 'no_folder',
  EEXIST: 'no_folder',
};

/** The fault code of an error. */
export const backupFaultOf = (error: unknown): BackupFault =>
  FAULTS[(error as NodeJS.ErrnoException | null)?.code ?? ''] ?? 'other';

/** The folder of backups; empty: a folder in the data folder. */
export const backupFolderOf = (folder: string, dataDir: string): string =>
  folder === '' ? path.join(dataDir, 'backups') : path.normalize(folder);

/** Refuses a folder that cannot be written to, and one that is itself backed up: each backup would contain all earlier ones. */
export async function demandUsableFolder(folder: string, dataDir: string): Promise<void> {
  const place = backupFolderOf(folder, dataDir);
  const refuse = (fault: string) => new AppError('invalid', [{ path: 'folder', message: fault }]);
  if (!path.isAbsolute(place)) throw refuse('not_absolute');
  const inside = path.relative(dataDir, place);
  const isInside = !inside.startsWith('..') && !path.isAbsolute(inside);
  if (isInside && inside !== 'backups') throw refuse('inside');
  const probe = path.join(place, `.trunkline-${randomUUID()}.part`);
  try {
    await fs.mkdir(place, { recursive: true, mode: 0o700 });
    await fs.writeFile(probe, '', { mode: 0o600 });
    await fs.rm(probe);
  } catch (error) {
    throw refuse(backupFaultOf(error));
  }
}
