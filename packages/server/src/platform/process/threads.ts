import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';

/** The work took more processor time or memory than allowed. */
export class ResourceLimitError extends Error {}

/** A thread that is used by one caller at a time: each message gets one answer. */
export type WorkerThread<Said, Answer> = { ask: (message: Said) => Promise<Answer> };

type Options = {
  /** What a thread runs; it must answer each message with one. */
  program: URL | string;
  /** Max. number of threads; each is started when it is needed. */
  most: number;
  memoryMb: number;
  clock: Clock;
};
type Work<Said, Answer, T> = (thread: WorkerThread<Said, Answer>) => Promise<T>;

/**
 * Threads for work on untrusted text, which may take arbitrarily long: after `budgetMs`, not counting the time that we take
 * between its answers, the thread is ended and the work fails with a `ResourceLimitError`. Threads are reused.
 */
export function createWorkerThreads<Said, Answer>({ program, most, memoryMb, clock }: Options) {
  const idle: Worker[] = [];
  const waiting: ((worker: Worker | null) => void)[] = [];
  const all = new Set<Worker>();
  let isStopped = false;

  function start(): Worker {
    const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    all.add(worker);
    // The error is passed to whoever waits for an answer.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      all.delete(worker);
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
    });
    worker.unref();
    return worker;
  }

  function acquireWorker(): Promise<Worker> {
    const worker = idle.pop();
    if (worker) return Promise.resolve(worker);
    if (all.size < most) return Promise.resolve(start());
    return new Promise((resolve) => waiting.push((given) => resolve(given ?? start())));
  }

  function releaseWorker(worker: Worker): void {
    const next = waiting.shift();
    if (next) next(worker);
    else idle.push(worker);
  }

  async function end(worker: Worker): Promise<void> {
    all.delete(worker);
    await worker.terminate();
    waiting.shift()?.(null);
  }

  return {
    async run<T>(budgetMs: number, work: Work<Said, Answer, T>): Promise<T> {
      if (isStopped) throw new Error('the threads are stopped');
      const worker = await acquireWorker();
      const budget = { leftMs: budgetMs };
      try {
        const done = await work({ ask: (message) => answerOf<Answer>(worker, message, { budget, clock }) });
        releaseWorker(worker);
        return done;
      } catch (error) {
        // The thread may still be in the middle of its work, so it cannot be reused.
        await end(worker);
        throw error;
      }
    },

    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

type ParseBudget = { budget: { leftMs: number }; clock: Clock };

function answerOf<Answer>(worker: Worker, message: unknown, { budget, clock }: ParseBudget): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const cancel = clock.after(Math.max(budget.leftMs, 0), () =>
      end(new ResourceLimitError('took too long')),
    );
    const end = (error: Error | null, answer?: Answer): void => {
      cancel();
      budget.leftMs -= performance.now() - began;
      worker.off('message', hear).off('error', fail).off('exit', fail);
      if (error) reject(error);
      else resolve(answer as Answer);
    };
    const hear = (answer: Answer): void => end(null, answer);
    const fail = (error: unknown): void => {
      const isFull = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(
        isFull
          ? new ResourceLimitError('took too much memory')
          : new Error('a thread ended', { cause: error }),
      );
    };
    worker.on('message', hear).on('error', fail).on('exit', fail);
    worker.postMessage(message, []);
  });
}
