/** A random generator that gives the same sequence for the same seed. */
export type SeededRandom = ReturnType<typeof createSeededRandom>;

export function createSeededRandom(seed: string) {
  let state = hash(seed);

  /** Returns a number from 0 up to, but not including, 1 (Mulberry32). */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  return {
    chance: (probability: number): boolean => next() < probability,
    between: ({ from, to }: NumberRange): number => from + next() * (to - from),
    whole: ({ from, to }: NumberRange): number => from + Math.floor(next() * (to - from + 1)),
    pick<T>(list: readonly T[]): T {
      const value = list[Math.floor(next() * list.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
    /** Returns one of the names, with a chance in proportion to its weight; undefined if all weights are 0. */
    weighted<T extends string>(weights: Partial<Record<T, number>>): T | undefined {
      const all = Object.entries(weights) as [T, number][];
      let left = next() * all.reduce((sum, [, weight]) => sum + weight, 0);
      return all.find(([, weight]) => (left -= weight) < 0)?.[0];
    },
    /** Returns a random time until the next event, for events that occur so many times a minute on average. */
    gapMs: (aMinute: number): number => (-Math.log(1 - next()) * 60_000) / aMinute,
    digits: (count: number): string =>
      Array.from({ length: count }, () => String(Math.floor(next() * 10))).join(''),
  };
}

export type NumberRange = { from: number; to: number };

/** FNV-1a, and one more mixing step, so that similar seeds do not give similar sequences. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
