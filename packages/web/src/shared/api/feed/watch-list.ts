import type { Topic } from '@trunkline/contract';

export type WatchList = {
  /** Counts one more watcher; returns true for the first one. */
  add(topic: Topic): boolean;
  /** Counts one less; returns true when it was the last one. */
  remove(topic: Topic): boolean;
  topics(): Topic[];
};

/** Counts the components that watch each topic, so that the server is told once however many there are. */
export function createWatchList(): WatchList {
  const counts = new Map<Topic, number>();
  return {
    add(topic) {
      const before = counts.get(topic) ?? 0;
      counts.set(topic, before + 1);
      return before === 0;
    },
    remove(topic) {
      const before = counts.get(topic) ?? 0;
      if (before > 1) counts.set(topic, before - 1);
      else counts.delete(topic);
      return before === 1;
    },
    topics: () => [...counts.keys()],
  };
}
