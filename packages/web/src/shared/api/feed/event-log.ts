export type EventLog<E> = {
  add(event: E): void;
  /** Returns the current position in the log, for `since`. */
  mark(): number;
  /** Returns events delivered since the mark, oldest first; null when the log no longer reaches that far. */
  since(mark: number): E[] | null;
};

/** Keeps the last `capacity` delivered events, so that they can be applied again to an answer that they have overtaken. */
export function createEventLog<E>(capacity: number): EventLog<E> {
  let kept: E[] = [];
  let added = 0;

  return {
    add(event) {
      kept.push(event);
      added += 1;
      // Cut in halves instead of shifting one by one: the log is written far more often than read.
      if (kept.length >= capacity * 2) kept = kept.slice(-capacity);
    },
    mark: () => added,
    since(mark) {
      const wanted = added - mark;
      if (wanted > kept.length) return null;
      return wanted <= 0 ? [] : kept.slice(-wanted);
    },
  };
}
