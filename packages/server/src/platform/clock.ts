/** The source of time, so that tests can move it: timers fire as soon as the clock has been moved that far. */
export type Clock = {
  now(): Date;
  /** Runs it once after `ms`. Returns a function that cancels it. The process does not stay alive for it. */
  after(ms: number, run: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Runs it every `ms`. Returns a function that stops it. */
export function repeatEvery(clock: Clock, ms: number, run: () => void): () => void {
  let cancel = clock.after(ms, again);
  function again(): void {
    cancel = clock.after(ms, again);
    run();
  }
  return () => cancel();
}
