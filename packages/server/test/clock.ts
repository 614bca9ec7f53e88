import type { Clock } from '../src/platform/clock.ts';

export type TestClock = Clock & { advance(ms: number): void };

/** For `expect.poll`: moves the clock by `ms` before each look, so that retries come due. */
export const whileTimePasses =
  <T>(clock: TestClock, ms: number, ask: () => T) =>
  (): T => {
    clock.advance(ms);
    return ask();
  };

type PendingTimer = { dueAt: number; run: () => void };

/** A clock that runs with the real one and can be moved ahead, which runs all timers that come due, in order. */
export function testClock(): TestClock {
  let ahead = 0;
  const waiting = new Set<PendingTimer>();
  const nowMs = () => Date.now() + ahead;
  return {
    now: () => new Date(nowMs()),
    after(ms, run) {
      const one: PendingTimer = { dueAt: nowMs() + ms, run: end };
      const timer = setTimeout(end, ms).unref();
      waiting.add(one);
      function end(): void {
        if (!waiting.delete(one)) return;
        clearTimeout(timer);
        run();
      }
      return () => {
        clearTimeout(timer);
        waiting.delete(one);
      };
    },
    advance(ms) {
      ahead += ms;
      const due = [...waiting].filter(({ dueAt }) => dueAt <= nowMs());
      for (const { run } of due.toSorted((a, b) => a.dueAt - b.dueAt)) run();
    },
  };
}
