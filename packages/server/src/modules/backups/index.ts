export { backupRoutes } from './routes.ts';
export { createBackups, type BackupMaker, type Backups } from './service.ts';
