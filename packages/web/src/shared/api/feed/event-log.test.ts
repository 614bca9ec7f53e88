import { describe, expect, it } from 'vitest';
import { createEventLog } from './event-log.ts';

describe('the event log', () => {
  it('gives the events since a mark, oldest first', () => {
    const log = createEventLog<string>(10);
    log.add('a');
    const mark = log.mark();
    expect(log.since(mark)).toEqual([]);
    log.add('b');
    log.add('c');
    expect(log.since(mark)).toEqual(['b', 'c']);
  });

  it('says so when it no longer reaches back to the mark', () => {
    const log = createEventLog<number>(3);
    const mark = log.mark();
    for (let number = 0; number < 6; number += 1) log.add(number);
    expect(log.since(mark)).toBeNull();
    expect(log.since(log.mark() - 3)).toEqual([3, 4, 5]);
  });
});
