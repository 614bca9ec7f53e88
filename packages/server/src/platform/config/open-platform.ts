import path from 'node:path';
import { openProcessLiveness } from '../process/process-liveness.ts';
import { systemClock, type Clock } from '../clock.ts';
import { openDb } from '../db.ts';
import { followEvents } from '../events.ts';
import { createFileStore } from '../file-store.ts';
import { createJobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import { ensurePartitions } from '../postgres/migrate.ts';
import { openNotices } from '../notices.ts';
import type { Platform } from '../platform.ts';
import { createSecrets, readKey } from '../secrets.ts';

type Options = {
  databaseUrl: string;
  dataDir: string;
  key: string | undefined;
  log: Log;
  publicUrl: () => string;
  clock?: Clock;
};

/** Opens everything that modules build on. `close` closes it in an order in which nothing is lost. */
export async function openPlatform({
  databaseUrl,
  dataDir,
  key,
  log,
  publicUrl,
  clock = systemClock,
}: Options): Promise<Platform & { close(): Promise<void> }> {
  const db = openDb(databaseUrl, log);
  const notices = await openNotices(db, log);
  const events = await followEvents(db, notices, log);
  const liveness = await openProcessLiveness(db);
  const jobs = createJobs(db, log, liveness);
  jobs.define('platform:ensure-partitions', () => ensurePartitions(db.pool));
  jobs.schedule('platform:ensure-partitions', '5 0 * * *');
  return {
    self: liveness.self,
    db,
    clock,
    events,
    files: createFileStore(path.join(dataDir, 'files')),
    jobs,
    log,
    notices,
    secrets: createSecrets(readKey(key, dataDir)),
    publicUrl,
    async close() {
      await jobs.stop();
      await events.close();
      notices.close();
      await liveness.close();
      await db.close();
    },
  };
}
