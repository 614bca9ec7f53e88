import { describe, expect, it } from 'vitest';
import { createEventFeed, type RawEvent, type ResumeOutcome } from './event-feed.ts';

const event = (seq: number): RawEvent => ({ seq, name: 'ticket-changed', payload: seq });

function feedOf() {
  const seen: number[] = [];
  const outcomes: ResumeOutcome[] = [];
  const feed = createEventFeed((delivered) => seen.push(delivered.seq));
  const resumed = (seq: number, events: number[], reset = false) =>
    feed.resumed({ seq, reset, events: events.map(event) }, (outcome) => outcomes.push(outcome));
  return { feed, seen, outcomes, resumed };
}

describe('the event feed', () => {
  it('starts at the number of the first answer', () => {
    const { feed, seen, outcomes, resumed } = feedOf();
    feed.hold();
    resumed(40, []);
    expect(feed.lastSeq()).toBe(40);
    feed.receive(event(40));
    feed.receive(event(41));
    expect(seen).toEqual([41]);
    expect(outcomes).toEqual(['first']);
  });

  it('holds live events until the resume is answered, then delivers older ones first', () => {
    const { feed, seen, outcomes, resumed } = feedOf();
    feed.hold();
    resumed(10, []);
    feed.hold();
    feed.receive(event(14));
    feed.receive(event(13));
    expect(seen).toEqual([]);
    resumed(12, [12, 11]);
    expect(seen).toEqual([11, 12, 13, 14]);
    expect(outcomes).toEqual(['first', 'caught-up']);
  });

  it('delivers an event once, whichever ways it came', () => {
    const { feed, seen, resumed } = feedOf();
    feed.hold();
    resumed(1, []);
    feed.receive(event(2));
    feed.receive(event(2));
    feed.hold();
    feed.receive(event(3));
    resumed(3, [2, 3]);
    feed.receive(event(3));
    expect(seen).toEqual([2, 3]);
  });

  it('forgets what waited for a resume that broke off, because the next answer brings it', () => {
    const { feed, seen, resumed } = feedOf();
    feed.hold();
    resumed(5, []);
    feed.hold();
    feed.receive(event(8));
    feed.hold();
    resumed(8, [6, 7, 8]);
    expect(seen).toEqual([6, 7, 8]);
  });

  it('moves to the answer’s number even when none of its events were for us', () => {
    const { feed, resumed } = feedOf();
    feed.hold();
    resumed(5, []);
    feed.hold();
    resumed(90, []);
    expect(feed.lastSeq()).toBe(90);
  });

  it('never goes back when an answer is older than what was seen live', () => {
    const { feed, seen, resumed } = feedOf();
    feed.hold();
    resumed(5, []);
    feed.receive(event(9));
    feed.hold();
    resumed(7, []);
    feed.receive(event(8));
    expect(feed.lastSeq()).toBe(9);
    expect(seen).toEqual([9]);
  });

  it('tells of a reset before anything newer, and takes the new number even when it is lower', () => {
    const order: string[] = [];
    const feed = createEventFeed((delivered) => order.push(`event ${delivered.seq}`));
    feed.hold();
    feed.resumed({ seq: 500, reset: false, events: [] });
    feed.hold();
    feed.receive(event(4));
    feed.resumed({ seq: 3, reset: true, events: [] }, (outcome) => order.push(outcome));
    expect(order).toEqual(['reset', 'event 4']);
    expect(feed.lastSeq()).toBe(4);
  });
});
