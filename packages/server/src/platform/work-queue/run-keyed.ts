/** The ordering keys of an item; null: it may affect any other. */
type Keys = ReadonlySet<string> | null;

type Options<T> = {
  /** How many run at the same time. */
  concurrency: number;
  orderingKeys: (item: T) => Keys;
  run: (item: T) => Promise<void>;
};

/** Runs all items, several at a time; one that shares a key with an earlier one waits for that. */
export async function runKeyed<T>(
  items: readonly T[],
  { concurrency, orderingKeys, run }: Options<T>,
): Promise<void> {
  const begun: { keys: Keys; done: Promise<void> }[] = [];
  const waiting = [...items];
  // Items are started in order, so an item only waits for those that are running.
  const runner = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const own = orderingKeys(item);
      const before = begun.filter((other) => overlap(own, other.keys)).map(({ done }) => done);
      const one = item;
      const done = Promise.allSettled(before).then(() => run(one));
      begun.push({ keys: own, done });
      await done;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, runner));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

const overlap = (a: Keys, b: Keys): boolean => a === null || b === null || [...a].some((key) => b.has(key));

/** The first items whose sizes together do not exceed `most`; at least one. */
export function withinBytes<T extends { size: number }>(items: readonly T[], most: number): T[] {
  let sum = 0;
  return items.filter(({ size }, index) => (sum += size) <= most || index === 0);
}
