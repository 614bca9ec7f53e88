import type { Log } from '#platform/log';

type Work = {
  name: string;
  /** What is to be done for one of them; asks from time to time whether it should end. */
  run: (id: number, isStopped: () => boolean) => Promise<void>;
  /** How many run at the same time. */
  concurrency: number;
  /** How many of those for the same one; 1 where it is not said. */
  perOwner?: number;
  log: Log;
};

/**
 * Works for accounts (mailboxes, numbers, pages) beside the job queue: what waits for slow servers of others must not keep
 * the few workers from what is due to the second. Nothing is lost with it, because what has to be done stands in tables.
 */
export function createRunner({ name, run, concurrency, perOwner = 1, log }: Work) {
  const waiting = new Set<number>();
  const busy = new Map<Promise<void>, number>();
  let isStopped = false;

  const countOf = (id: number): number => [...busy.values()].filter((other) => other === id).length;

  function next(): void {
    for (const id of waiting) {
      if (isStopped || busy.size >= concurrency) return;
      // Whoever is busy already is done again afterwards: it may have looked before the news came.
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
    /** Ends after what is just being done. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(busy.keys());
    },
  };
}
