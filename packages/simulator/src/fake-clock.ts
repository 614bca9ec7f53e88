import type { WorldClock } from './world/clock.ts';

/** A clock for tests, whose time advances only by `pass`, which also runs what becomes due. */
export function fakeClock() {
  let now = 1_700_000_000_000;
  let due: { at: number; work: () => void }[] = [];
  const clock: WorldClock = {
    now: () => now,
    later(ms, work) {
      const one = { at: now + ms, work };
      due.push(one);
      return () => (due = due.filter((each) => each !== one));
    },
  };
  return {
    clock,
    async pass(ms: number): Promise<void> {
      const until = now + ms;
      for (;;) {
        const [next] = due.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        due = due.filter((each) => each !== next);
        now = next.at;
        next.work();
        // Lets pending promises complete before the next event.
        await new Promise((done) => setImmediate(done));
      }
      now = until;
    },
  };
}
