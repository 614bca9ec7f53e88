import type { Clock } from './clock.ts';
import type { Db } from './db.ts';
import type { Events } from './events.ts';
import type { FileStore } from './file-store.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { Notices } from './notices.ts';
import type { Secrets } from './secrets.ts';

/** What modules can use; each takes only what it needs. */
export type Platform = {
  /** The id of this process among those of the installation: see process/process-liveness.ts. */
  self: string;
  db: Db;
  clock: Clock;
  events: Events;
  files: FileStore;
  jobs: Jobs;
  log: Log;
  notices: Notices;
  secrets: Secrets;
  /** The address at which people reach us, without a slash at the end. Known once the server listens. */
  publicUrl: () => string;
};
