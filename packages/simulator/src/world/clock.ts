/** Time, and what is to happen later. */
export type WorldClock = {
  now: () => number;
  /** Does it after so long; gives what calls it off. */
  later: (ms: number, work: () => void) => () => void;
};

/** Real time. `stop` calls everything off. */
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
