import { getBackups, getStorage, runBackup, updateBackups } from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { Backups } from './service.ts';

export function backupRoutes(http: Http, backups: Backups): void {
  http.route(getBackups, async () => ({ data: await backups.state() }));
  http.route(updateBackups, async ({ viewer, body }) => ({ data: await backups.update(viewer, body) }));
  http.route(runBackup, async ({ viewer }) => ({ data: await backups.run(viewer) }));
  http.route(getStorage, async () => ({ data: await backups.storage() }));
}
