import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InboundStream } from './inbound-stream.ts';

const video = () => new InboundStream(1, 90_000);
const receive = (stream: InboundStream, numbers: readonly number[], nowMs = 0) =>
  numbers.map((number) => stream.receive(number & 0xffff, number * 3000, nowMs));

describe('packets that come', () => {
  test('count once, however often they come', () => {
    expect(receive(video(), [5, 6, 6, 7, 5])).toEqual([true, true, false, true, false]);
  });

  test('late count as well, and are not asked for any more', () => {
    const stream = video();
    expect(receive(stream, [5, 7, 6])).toEqual([true, true, true]);
    expect(stream.nacksDue(1000, 50)).toEqual([]);
  });

  test('that precede the first one do not belong to the stream', () => {
    expect(receive(video(), [5, 4])).toEqual([true, false]);
  });
});

describe('packets that are missing', () => {
  test('are asked for when they are more than a little late', () => {
    const stream = video();
    receive(stream, [5, 8], 100);
    expect(stream.nacksDue(105, 50)).toEqual([]);
    expect(stream.nacksDue(110, 50)).toEqual([6, 7]);
  });

  test('are asked for again after a round trip, and given up at last', () => {
    const stream = video();
    receive(stream, [5, 7], 0);
    const asked: number[] = [];
    for (let now = 0; now < 3000; now += 10) if (stream.nacksDue(now, 100).length > 0) asked.push(now);
    expect(asked[0]).toBe(10);
    const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(100);
    expect(asked.length).toBeLessThanOrEqual(8);
    expect(asked.at(-1)).toBeLessThanOrEqual(1000);
  });

  test('are asked for by their number on the wire after a wrap', () => {
    const stream = video();
    receive(stream, [65_534, 65_537], 0);
    expect(stream.nacksDue(50, 50)).toEqual([65_535, 0]);
  });

  test('are not requested after a gap too large for retransmission', () => {
    const stream = video();
    receive(stream, [5, 5000], 0);
    expect(stream.nacksDue(50, 50)).toEqual([]);
  });

  test('never fill the memory', () => {
    const stream = video();
    for (let number = 0; number < 20_000; number += 2) receive(stream, [number], 0);
    expect(stream.nacksDue(50, 50).length).toBeLessThanOrEqual(200);
  });
});

describe('the report to the sender', () => {
  test('says how many got lost since the last one, and over all', () => {
    const stream = video();
    receive(stream, [0, 1, 2, 5, 6, 7, 8, 9]);
    expect(stream.report(0)).toMatchObject({ fractionLost: 51, packetsLost: 2, highestSequence: 9 });
    receive(stream, [10, 11]);
    expect(stream.report(0)).toMatchObject({ fractionLost: 0, packetsLost: 2, highestSequence: 11 });
  });

  test('takes back what came after all', () => {
    const stream = video();
    receive(stream, [0, 2]);
    stream.report(0);
    receive(stream, [1]);
    expect(stream.report(0)).toMatchObject({ fractionLost: 0, packetsLost: 0 });
  });

  test('counts the wraps in the highest number', () => {
    const stream = video();
    receive(stream, [65_535, 65_536]);
    expect(stream.report(0).highestSequence).toBe(0x1_0000);
  });

  test("answers the sender's own report with the time since", () => {
    const stream = video();
    expect(stream.report(0)).toMatchObject({ lsr: 0, dlsr: 0 });
    stream.senderReported(0x1122_3344_5566_7788n, 4242, 1000);
    expect(stream.report(1500)).toMatchObject({ lsr: 0x3344_5566, dlsr: 32_768 });
    expect(stream.senderTime).toEqual({ ntp: 0x1122_3344_5566_7788n, rtpTimestamp: 4242 });
  });

  test('measures jitter', () => {
    const even = video();
    const uneven = video();
    for (let index = 0; index < 200; index++) {
      const at = index * 20;
      even.receive(index, index * 1800, at);
      uneven.receive(index, index * 1800, at + (index % 2) * 10);
    }
    expect(even.report(4000).jitter).toBe(0);
    expect(uneven.report(4000).jitter).toBeGreaterThan(700);
    expect(uneven.report(4000).jitter).toBeLessThan(1000);
  });
});

test('whatever comes in whatever order: each packet counts exactly once, and the loss is what is missing', () => {
  const numbers = fc.array(fc.nat(150), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(numbers, fc.nat(65_535), (offsets, start) => {
      const stream = video();
      stream.receive(start, 0, 0);
      const seen = new Set([0]);
      for (const offset of offsets) {
        expect(stream.receive((start + offset) & 0xffff, 0, 0)).toBe(!seen.has(offset));
        seen.add(offset);
      }
      expect(stream.report(0).packetsLost).toBe(Math.max(...seen) + 1 - seen.size);
    }),
  );
});
