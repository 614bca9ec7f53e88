import type { Log } from '#platform/log';

type Work = {
  name: string;
  /** Does the work for one of them; should check `isStopped` from time to time. */
  run: (id: number, isStopped: () => boolean) => Promise<void>;
  /** How many run at the same time. */
  concurrency: number;
  /** How many run at the same time for the same one; 1 by default. */
  perOwner?: number;
  log: Log;
};

/**
 * Works for accounts (mailboxes, numbers, pages) outside the job queue: waiting for slow external servers must not block the
 * few workers of jobs that have to run on time. Nothing can be lost, because the work is stored in tables.
 */
export function createRunner({ name, run, concurrency, perOwner = 1, log }: Work) {
  const waiting = new Set<number>();
  const busy = new Map<Promise<void>, number>();
  let isStopped = false;

  const countOf = (id: number): number => [...busy.values()].filter((other) => other === id).length;

  function next(): void {
    for (const id of waiting) {
      if (isStopped || busy.size >= concurrency) return;
      // Called while it runs: it runs again afterwards, since it may have looked too early.
      if (countOf(id) >= perOwner) continue;
      waiting.delete(id);
      const one = work(id).finally(() => {
        busy.delete(one);
        next();
      });
      busy.set(one, id);
    }
  }

  async function work(id: number): Promise<void> {
    try {
      await run(id, () => isStopped);
    } catch (error) {
      log.error({ err: error, owner: id }, `${name} failed; it is tried again within a minute`);
    }
  }

  return {
    wake(id: number): void {
      waiting.add(id);
      next();
    },
    /** Resolves when the running work has ended. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(busy.keys());
    },
  };
}
