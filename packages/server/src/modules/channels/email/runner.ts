import type { Log } from '#platform/log';

type Work = {
  name: string;
  /** What is to be done for one of them; asks from time to time whether it should end. */
  run: (id: number, isStopped: () => boolean) => Promise<void>;
  /** For how many at the same time. */
  atOnce: number;
  log: Log;
};

/**
 * Works for mailboxes beside the job queue: what waits for slow mail servers must not keep the few workers from what is
 * due to the second. Nothing is lost with it, because what has to be done stands in tables.
 */
export function createRunner({ name, run, atOnce, log }: Work) {
  const waiting = new Set<number>();
  const busy = new Map<number, Promise<void>>();
  let isStopped = false;

  function next(): void {
    for (const id of waiting) {
      if (isStopped || busy.size >= atOnce) return;
      // Whoever is busy already is done again afterwards: it may have looked before the news came.
      if (busy.has(id)) continue;
      waiting.delete(id);
      busy.set(id, work(id));
    }
  }

  async function work(id: number): Promise<void> {
    try {
      await run(id, () => isStopped);
    } catch (error) {
      log.error({ err: error, mailbox: id }, `${name} failed; it is tried again within a minute`);
    }
    busy.delete(id);
    next();
  }

  return {
    wake(id: number): void {
      waiting.add(id);
      next();
    },
    /** Ends after what is just being done. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(busy.values());
    },
  };
}
