type Options<T> = {
  pauseMs: number;
  /** Max. number of tickets in one request. */
  most: number;
  fetch: (ids: readonly number[]) => Promise<readonly T[]>;
  idOf: (found: T) => number;
};
type PendingRequest<T> = { id: number; resolve: (found: T | null) => void; reject: (error: unknown) => void };

/** Returns a function that asks for one by its id; those that are asked for within the pause go in one request. */
export function createBatch<T>({
  pauseMs,
  most,
  fetch,
  idOf,
}: Options<T>): (id: number) => Promise<T | null> {
  let waiting: PendingRequest<T>[] = [];

  async function ask(asked: readonly PendingRequest<T>[]): Promise<void> {
    try {
      const found = await fetch(asked.map(({ id }) => id));
      for (const { id, resolve } of asked) resolve(found.find((one) => idOf(one) === id) ?? null);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  function askAll(): void {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += most) void ask(all.slice(from, from + most));
  }

  return (id) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(askAll, pauseMs);
      waiting.push({ id, resolve, reject });
    });
}
