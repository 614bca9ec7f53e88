import { EventEmitter } from 'node:events';
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import { isLiveSql, type ProcessLiveness } from './process/process-liveness.ts';
import type { Db } from './db.ts';
import type { Log } from './log.ts';

// The runner's messages of level “info” are about its internals.
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** A pool may start its first job before it holds its lock. */
const GRACE = '10 seconds';

/**
 * Jobs, which survive a crash. Modules define theirs before `start`. A job may run twice (after a crash between its end and its
 * removal), so each handler must be safe to repeat. Failed jobs are retried with growing pauses, 25 times.
 */
export type Jobs = {
  define<P>(name: string, handler: (payload: P) => Promise<void>): void;
  /**
   * Runs a defined job on a schedule; `when` is a crontab line in UTC. `catchUp` ("1d"): at the start, runs that were missed
   * within this time are made up for.
   */
  schedule(name: string, when: string, options?: { catchUp?: string }): void;
  start(): Promise<void>;
  isRunning(): boolean;
  /** Resolves when the running jobs have ended. */
  stop(): Promise<void>;
};

/** See `Jobs`. */
export function createJobs(db: Db, log: Log, liveness: ProcessLiveness): Jobs {
  const tasks: TaskList = {};
  const crontab: string[] = [];
  let runner: Runner | undefined;
  let running: TaskList = {};
  const release = (): Promise<void> => releaseJobs(db, log, liveness);
  tasks['platform:release-jobs'] = release;
  crontab.push('* * * * * platform:release-jobs');

  return {
    define<P>(name: string, handler: (payload: P) => Promise<void>): void {
      tasks[name] = async (payload) => handler(payload as P);
    },

    schedule(name, when, { catchUp } = {}) {
      crontab.push(`${when} ${name}${catchUp ? ` ?fill=${catchUp}` : ''}`);
    },

    async start() {
      running = { ...tasks };
      runner = await startRunner({ db, log, liveness }, running, crontab.join('\n'));
      await release();
    },

    isRunning: () => runner !== undefined,

    async stop() {
      await runner?.stop();
      runner = undefined;
      // The handlers refer to the whole server, see `startRunner`.
      for (const name of Object.keys(running)) delete running[name];
    },
  };
}

/**
 * A function of its own, so that the runner only refers to its arguments: the library keeps the options of every runner as long
 * as the process lives.
 */
async function startRunner(
  { db, log, liveness }: { db: Db; log: Log; liveness: ProcessLiveness },
  taskList: TaskList,
  crontab: string,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    liveness
      .add(workerPool.id)
      .catch((error: unknown) =>
        log.error({ err: error }, 'a pool of workers could not be told to be alive'),
      );
  });
  const runner = await run({
    events,
    pgPool: db.pool,
    // Results are written in batches, because the runner waits for those when it stops, and not for single ones.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    concurrency: 4,
    pollInterval: 1000,
    taskList,
    crontab,
    logger: new Logger(() => (level, message) => log[LEVELS[level]]({ from: 'jobs' }, message)),
  });
  runner.events.on('job:failed', ({ job, error }) =>
    log.error({ err: error, task: job.task_identifier }, 'job failed for good'),
  );
  runner.events.on('job:error', ({ job, error }) =>
    log.warn({ err: error, task: job.task_identifier }, 'job will be tried again'),
  );
  return runner;
}

/**
 * A worker pool locks the jobs that it runs. After a process was killed, nobody else would take such a job, nor others of its
 * queue, for four hours. This removes the locks of pools that no longer exist.
 */
async function releaseJobs(db: Db, log: Log, liveness: ProcessLiveness): Promise<void> {
  await liveness.hold();
  const gone = await listGone(db);
  if (gone.length === 0) return;
  await db.pool.query('select graphile_worker.force_unlock_workers($1)', [gone]);
  log.warn({ pools: gone.length }, 'jobs that a process left behind when it ended are begun again');
}

/** Pools that hold locks and are no longer alive. */
async function listGone({ pool }: Db): Promise<string[]> {
  const { rows } = await pool.query<{ ids: string[] | null }>(
    `select array_agg(w.id) as ids from (
       select locked_by as id from graphile_worker._private_jobs where locked_at < now() - $1::interval
       union select locked_by from graphile_worker._private_job_queues where locked_at < now() - $1::interval
     ) w
     where w.id is not null and not ${isLiveSql('w.id')}`,
    [GRACE],
  );
  return rows[0]?.ids ?? [];
}
