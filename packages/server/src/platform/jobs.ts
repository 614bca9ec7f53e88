import { EventEmitter } from 'node:events';
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Db } from './db.ts';
import { createJobLocks } from './job-locks.ts';
import type { Log } from './log.ts';

// What the runner calls information is about its own workings.
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Tasks by name, collected from the modules before the runner starts. */
export type Jobs = ReturnType<typeof createJobs>;

/**
 * Work that must happen even after a crash. A task may run twice (a crash between its end and its mark): each handler
 * says how it stays harmless. Failed tasks are tried again with growing pauses, 25 times.
 */
export function createJobs(db: Db, log: Log) {
  const tasks: TaskList = {};
  const crontab: string[] = [];
  let runner: Runner | undefined;
  const locks = createJobLocks(db, log);
  const release = async (): Promise<void> => void (await locks.release());
  tasks['platform:release-jobs'] = release;
  crontab.push('* * * * * platform:release-jobs');

  return {
    define<P>(name: string, handler: (payload: P) => Promise<void>): void {
      tasks[name] = async (payload) => handler(payload as P);
    },

    /**
     * Runs a defined task by the clock; `when` in crontab form, UTC. `catchUp` ("1d"): what fell into so long a time
     * while nobody ran is done at the start.
     */
    schedule(name: string, when: string, { catchUp }: { catchUp?: string } = {}): void {
      crontab.push(`${when} ${name}${catchUp ? ` ?fill=${catchUp}` : ''}`);
    },

    async start(): Promise<void> {
      const events: WorkerEvents = new EventEmitter();
      events.on('pool:create', ({ workerPool }) => {
        locks
          .add(workerPool.id)
          .catch((error: unknown) =>
            log.error({ err: error }, 'a pool of workers could not be told to be alive'),
          );
      });
      runner = await run({
        events,
        pgPool: db.pool,
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

    async stop(): Promise<void> {
      await runner?.stop();
      runner = undefined;
      await locks.close();
    },
  };
}
