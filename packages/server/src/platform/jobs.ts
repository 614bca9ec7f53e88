import { EventEmitter } from 'node:events';
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import { isLiveSql, type ProcessLiveness } from './process/process-liveness.ts';
import type { Db } from './db.ts';
import type { Log } from './log.ts';

// What the runner calls information is about its own workings.
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** A pool's first job may begin before its lock is there. */
const GRACE = '10 seconds';

/**
 * Work that must happen even after a crash, by name; modules define theirs before `start`. A task may run twice (a crash between
 * its end and its mark): each handler says how it stays harmless. Failed tasks are tried again with growing pauses, 25 times.
 */
export type Jobs = {
  define<P>(name: string, handler: (payload: P) => Promise<void>): void;
  /**
   * Runs a defined task by the clock; `when` in crontab form, UTC. `catchUp` ("1d"): what fell into so long a time
   * while nobody ran is done at the start.
   */
  schedule(name: string, when: string, options?: { catchUp?: string }): void;
  start(): Promise<void>;
  isRunning(): boolean;
  /** Ends when what is under way has. */
  stop(): Promise<void>;
};

/**
 * Work that must happen even after a crash. A task may run twice (a crash between its end and its mark): each handler
 * says how it stays harmless. Failed tasks are tried again with growing pauses, 25 times.
 */
export function createJobs(db: Db, log: Log, liveness: ProcessLiveness): Jobs {
  const tasks: TaskList = {};
  const crontab: string[] = [];
  let runner: Runner | undefined;
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
      const events: WorkerEvents = new EventEmitter();
      events.on('pool:create', ({ workerPool }) => {
        liveness
          .add(workerPool.id)
          .catch((error: unknown) =>
            log.error({ err: error }, 'a pool of workers could not be told to be alive'),
          );
      });
      runner = await run({
        events,
        pgPool: db.pool,
        // Marks go through a batch, because a runner waits for those when it stops and for single ones it does not.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        noHandleSignals: true,
        concurrency: 4,
        pollInterval: 1000,
        taskList: tasks,
        crontab: crontab.join('\n'),
        logger: new Logger(() => (level, message) => log[LEVELS[level]]({ from: 'jobs' }, message)),
      });
      runner.events.on('job:failed', ({ job, error }) =>
        log.error({ err: error, task: job.task_identifier }, 'job failed for good'),
      );
      runner.events.on('job:error', ({ job, error }) =>
        log.warn({ err: error, task: job.task_identifier }, 'job will be tried again'),
      );
      await release();
    },

    isRunning: () => runner !== undefined,

    async stop() {
      await runner?.stop();
      runner = undefined;
    },
  };
}

/**
 * A pool of workers marks what it works on as its own, and a process that is killed leaves its marks behind: for four hours
 * nobody else would take up that job, nor any other of its queue. Marks of pools that are gone are taken away.
 */
async function releaseJobs(db: Db, log: Log, liveness: ProcessLiveness): Promise<void> {
  await liveness.hold();
  const gone = await listGone(db);
  if (gone.length === 0) return;
  await db.pool.query('select graphile_worker.force_unlock_workers($1)', [gone]);
  log.warn({ pools: gone.length }, 'jobs that a process left behind when it ended are begun again');
}

/** Pools that have marks and do not live. */
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
