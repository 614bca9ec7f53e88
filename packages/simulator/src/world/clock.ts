/** The current time, and timers. */
export type WorldClock = {
  now: () => number;
  /** Runs `work` after a time, and returns a function that cancels it. */
  later: (ms: number, work: () => void) => () => void;
};

/** A clock with real time. `stop` cancels all timers. */
export function createClock(): WorldClock & { stop: () => void } {
  const timers = new Set<NodeJS.Timeout>();
  const state = { isStopped: false };
  return {
    now: () => Date.now(),
    later(ms, work) {
      if (state.isStopped) return () => {};
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, ms);
      timers.add(timer);
      return () => {
        timers.delete(timer);
        clearTimeout(timer);
      };
    },
    stop() {
      state.isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
