/** A rate: `burst` at once, and one more every `everyMs`. */
export type Pace = { burst: number; everyMs: number };

export const perSecond = (count: number): Pace => ({ burst: count, everyMs: 1000 / count });

/** The number of callers that are remembered; those that were idle longest are forgotten. */
const MOST_KNOWN = 5000;

/** A rate limit for each caller. */
export function createPace(now: () => number) {
  /** By caller: the time from which the full burst is available again. */
  const evenAt = new Map<string, number>();
  const lag = (who: string) => Math.max((evenAt.get(who) ?? 0) - now(), 0);
  return {
    /** Takes one unit; false if that exceeds the rate, and then nothing is counted. */
    takes(who: string, { burst, everyMs }: Pace): boolean {
      // The tolerance covers rounding: the clock counts whole milliseconds, but these times have fractions.
      if (lag(who) > (burst - 1) * everyMs + 0.001) return false;
      const at = now() + lag(who) + everyMs;
      evenAt.delete(who);
      evenAt.set(who, at);
      const [oldest] = evenAt.keys();
      if (evenAt.size > MOST_KNOWN && oldest !== undefined) evenAt.delete(oldest);
      return true;
    },
    /** Takes `count` units one after another, and returns how long the first one has to wait for its turn. */
    waitMs(who: string, count: number, everyMs: number): number {
      const before = lag(who);
      evenAt.set(who, now() + before + count * everyMs);
      return before;
    },
    lag,
  };
}
