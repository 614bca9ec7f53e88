/** Where time comes from, so that tests can move it: what waits by it is due as soon as the clock has been moved so far. */
export type Clock = {
  now(): Date;
  /** Runs it once when so much time has passed. What it returns takes that back; a process may end without waiting for it. */
  after(ms: number, run: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Runs it again and again, each time so long after the time before. What it returns ends that. */
export function every(clock: Clock, ms: number, run: () => void): () => void {
  let cancel = clock.after(ms, again);
  function again(): void {
    cancel = clock.after(ms, again);
    run();
  }
  return () => cancel();
}
