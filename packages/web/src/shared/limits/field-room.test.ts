import { describe, expect, it } from 'vitest';
import { isFieldNearlyFull, fieldRoomFor } from './field-room.ts';

describe('the room of a field', () => {
  it.each([
    ['fits', { length: 5, selected: 0, inserted: 5 }, 0],
    ['fits in place of what is selected', { length: 10, selected: 4, inserted: 4 }, 0],
    ['is one too many', { length: 10, selected: 0, inserted: 1 }, 1],
    ['is too many by all of it', { length: 8, selected: 3, inserted: 20 }, 15],
  ])('%s', (_name, inserting, excess) => {
    expect(fieldRoomFor({ max: 10, ...inserting }).excess).toBe(excess);
  });

  it('is told from nine tenths on, in fields that are longer than a glance', () => {
    expect([179, 180, 200].map((length) => isFieldNearlyFull({ max: 200, length }))).toEqual([
      false,
      true,
      true,
    ]);
    expect(isFieldNearlyFull({ max: 40, length: 40 })).toBe(false);
  });
});
