/** What an item has in common with others; null: it may have to do with any of them. */
type Keys = ReadonlySet<string> | null;

/** Runs all, several at a time; what has something in common with an earlier one waits until that is done. */
export async function runApart<T>(
  items: readonly T[],
  { lanes, keysOf: keys, run }: { lanes: number; keysOf: (item: T) => Keys; run: (item: T) => Promise<void> },
): Promise<void> {
  const begun: { keys: Keys; done: Promise<void> }[] = [];
  const waiting = [...items];
  // Items begin in order, so whoever waits waits for one that a lane is busy with.
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const own = keys(item);
      const before = begun.filter((other) => meet(own, other.keys)).map(({ done }) => done);
      const one = item;
      const done = Promise.allSettled(before).then(() => run(one));
      begun.push({ keys: own, done });
      await done;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

const meet = (a: Keys, b: Keys): boolean => a === null || b === null || [...a].some((key) => b.has(key));

/** The first of them, as far as they are no larger together; at least one. */
export function withinBytes<T extends { size: number }>(items: readonly T[], most: number): T[] {
  let sum = 0;
  return items.filter(({ size }, index) => (sum += size) <= most || index === 0);
}
