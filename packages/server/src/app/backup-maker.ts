import type { BackupMaker } from '#modules/backups';
import { backupName, createBackup, removeOldBackups } from '../backup/backup.ts';

/** The database, folder and key that the server was started with. */
export type BackupSource = { databaseUrl: string; dataDir: string; key: string; hasKey: boolean };

/** Makes the backups of `npm run backup`, from within the server. */
export const createBackupMaker = (source: BackupSource): BackupMaker => ({
  dataDir: source.dataDir,
  hasKey: source.hasKey,
  nameAt: backupName,
  make: async (target, progress) => {
    await createBackup({ ...source, target, progress: () => undefined, counted: progress });
  },
  removeOldBackups,
});
