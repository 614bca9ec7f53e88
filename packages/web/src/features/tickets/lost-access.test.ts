import { describe, expect, it } from 'vitest';
import { ticketAfter } from './lost-access.ts';

const rows = [1, 2, 3].map((id) => ({ id }));

describe('the next ticket, when one has left', () => {
  it.each([
    { name: 'the one that followed it, while it still stands there', list: rows, left: 2, stood: 1, next: 3 },
    { name: 'the one that followed it', list: [{ id: 1 }, { id: 3 }], left: 2, stood: 1, next: 3 },
    { name: 'the last one after the end', list: rows, left: 3, stood: 2, next: 2 },
    { name: 'the first one where it stood nowhere', list: rows, left: 9, stood: -1, next: 1 },
    { name: 'none in an empty list', list: [{ id: 2 }], left: 2, stood: 0, next: undefined },
  ])('is $name', ({ list, left, stood, next }) => {
    expect(ticketAfter(list, left, stood)).toBe(next);
  });
});
