import type { Clock } from './clock.ts';
import type { Db } from './db.ts';
import type { Events } from './events.ts';
import type { FileStore } from './file-store.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { Notices } from './notices.ts';
import type { Secrets } from './secrets.ts';

/** What every module may ask for; each takes the least it needs. */
export type Platform = {
  /** The name of this process among those of the installation: see alive.ts. */
  self: string;
  db: Db;
  clock: Clock;
  events: Events;
  files: FileStore;
  jobs: Jobs;
  log: Log;
  notices: Notices;
  secrets: Secrets;
  /** The address that people reach us at, without a slash at the end. Known once the server listens. */
  publicUrl: () => string;
};
