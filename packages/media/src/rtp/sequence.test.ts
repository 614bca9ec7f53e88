import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sequenceDistance, Unwrapper } from './sequence.ts';

describe('distance on the circle', () => {
  test.each([
    [0, 1, 1],
    [1, 0, -1],
    [65_535, 0, 1],
    [0, 65_535, -1],
    [65_000, 500, 1036],
    [7, 7, 0],
    [0, 32_767, 32_767],
    [0, 32_768, -32_768],
  ])('from %i to %i is %i', (from, to, distance) => {
    expect(sequenceDistance(from, to)).toBe(distance);
  });
});

test('the first number is kept as it is', () => {
  expect(new Unwrapper().unwrap(65_535)).toBe(65_535);
});

test('a packet gets the same number, however late it comes and however often the counter has wrapped', () => {
  const jumps = fc.array(fc.record({ step: fc.integer({ min: 1, max: 3000 }), late: fc.nat(2000) }), {
    minLength: 1,
    maxLength: 300,
  });
  fc.assert(
    fc.property(fc.nat(65_535), jumps, (start, steps) => {
      const unwrapper = new Unwrapper();
      let highest = start;
      unwrapper.unwrap(start);
      for (const { step, late } of steps) {
        highest += step;
        expect(unwrapper.unwrap(highest & 0xffff)).toBe(highest);
        const before = Math.max(start, highest - late);
        expect(unwrapper.unwrap(before & 0xffff)).toBe(before);
      }
    }),
  );
});
