/** So many at once, and one more after each such while. */
export type Pace = { burst: number; everyMs: number };

export const aSecond = (count: number): Pace => ({ burst: count, everyMs: 1000 / count });

/** Of so many it is remembered how fast they go; whoever has long done nothing is as new. */
const MOST_KNOWN = 5000;

/** A rate limit for each caller. */
export function createPace(now: () => number) {
  /** When all that they have taken is made up for. */
  const evenAt = new Map<string, number>();
  const lag = (who: string) => Math.max((evenAt.get(who) ?? 0) - now(), 0);
  return {
    /** Takes one; false where that is too fast, and then it counts for nothing. */
    takes(who: string, { burst, everyMs }: Pace): boolean {
      // Whole milliseconds pass, parts of one are owed.
      if (lag(who) > (burst - 1) * everyMs + 0.001) return false;
      const at = now() + lag(who) + everyMs;
      evenAt.delete(who);
      evenAt.set(who, at);
      const [oldest] = evenAt.keys();
      if (evenAt.size > MOST_KNOWN && oldest !== undefined) evenAt.delete(oldest);
      return true;
    },
    /** Takes so many one after another, and gives how long that one has to wait for their turn. */
    waitMs(who: string, count: number, everyMs: number): number {
      const before = lag(who);
      evenAt.set(who, now() + before + count * everyMs);
      return before;
    },
    lag,
  };
}
