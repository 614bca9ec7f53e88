/** A random generator that returns the same sequence for the same seed, so that the demo is the same everywhere. */
export type Random = {
  /** Returns a whole number from 0 up to, but not including, `n`. */
  below(n: number): number;
  /** Returns true with that probability (0 to 1). */
  chance(probability: number): boolean;
  /** @throws Error where the list is empty */
  pick<T>(list: readonly T[]): T;
  /** Returns the index of one of the weights; heavier ones are more likely. */
  weighted(weights: readonly number[]): number;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  /** Mulberry32: returns a number from 0 up to, but not including, 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      const value = list[below(list.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
    weighted(weights) {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
      return Math.max(
        0,
        weights.findIndex((weight) => (left -= weight) < 0),
      );
    },
  };
}
