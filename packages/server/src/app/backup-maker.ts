import type { BackupMaker } from '#modules/backups';
import { backupName, createBackup, thinOut } from '../backup/backup.ts';

/** What the server was started on, and with which key. */
export type BackupSource = { databaseUrl: string; dataDir: string; key: string; hasKey: boolean };

/** Makes the backups of `npm run backup`, from within the server. */
export const backupMaker = (source: BackupSource): BackupMaker => ({
  dataDir: source.dataDir,
  hasKey: source.hasKey,
  nameAt: backupName,
  make: async (target, progress) => {
    await createBackup({ ...source, target, progress: () => undefined, counted: progress });
  },
  thinOut,
});
