import fc from 'fast-check';
import { RtcpPacketConverter, TransportWideCC, type RtcpTransportLayerFeedback } from 'werift';
import { describe, expect, test } from 'vitest';
import { readFeedback, TransportFeedback } from './transport-feedback.ts';

/** Parses it as the receiver does. */
function parse(bytes: Buffer): TransportWideCC {
  const [packet] = RtcpPacketConverter.deSerialize(bytes);
  const { feedback } = packet as RtcpTransportLayerFeedback;
  if (feedback instanceof TransportWideCC) return feedback;
  throw new Error('this is no transport-wide feedback');
}

function collect() {
  const sent: Buffer[] = [];
  const feedback = new TransportFeedback((bytes) => void sent.push(bytes));
  return { feedback, sent, read: () => sent.map((bytes) => readFeedback(parse(bytes))) };
}

describe('what a sender is told of its packets', () => {
  test('which came and when, which did not', () => {
    const { feedback, read } = collect();
    for (const [number, atMs] of [
      [10, 100],
      [11, 105],
      [13, 120],
    ] as const) {
      feedback.arrived(number, 7, atMs * 1000);
    }
    feedback.flush();
    const results = read().flat();
    expect(results.map(({ sequenceNumber, received }) => [sequenceNumber, received])).toEqual([
      [10, true],
      [11, true],
      [12, false],
      [13, true],
    ]);
    const times = results.filter(({ received }) => received).map(({ receivedAtMs }) => receivedAtMs);
    expect(times.map((at) => Math.round(at - Math.min(...times)))).toEqual([0, 5, 20]);
  });

  test('that packets got lost between two reports', () => {
    const { feedback, read } = collect();
    feedback.arrived(10, 7, 100_000);
    feedback.flush();
    feedback.arrived(13, 7, 160_000);
    feedback.flush();
    expect(read()[1]?.map(({ sequenceNumber, received }) => [sequenceNumber, received])).toEqual([
      [11, false],
      [12, false],
      [13, true],
    ]);
  });

  test('late packets, in the next report', () => {
    const { feedback, read } = collect();
    feedback.arrived(10, 7, 100_000);
    feedback.arrived(12, 7, 101_000);
    feedback.flush();
    feedback.arrived(11, 7, 130_000);
    feedback.flush();
    expect(read()[1]?.[0]).toMatchObject({ sequenceNumber: 11, received: true });
  });

  test('nothing of a packet that arrives after it was given up, and nothing while none arrive', () => {
    const { feedback, sent } = collect();
    feedback.flush();
    feedback.arrived(5000, 7, 100_000);
    feedback.flush();
    feedback.arrived(100, 7, 130_000);
    feedback.flush();
    expect(sent).toHaveLength(1);
  });

  test('the same over the wrap of the counter', () => {
    const { feedback, read } = collect();
    for (const number of [65_534, 65_535, 0, 2]) feedback.arrived(number, 7, 100_000);
    feedback.flush();
    expect(read()[0]?.map(({ sequenceNumber, received }) => [sequenceNumber, received])).toEqual([
      [65_534, true],
      [65_535, true],
      [0, true],
      [1, false],
      [2, true],
    ]);
  });

  test('early enough that no report grows large', () => {
    const { feedback, sent } = collect();
    for (let number = 0; number < 400; number++) feedback.arrived(number, 7, number * 1000);
    expect(sent.length).toBeGreaterThanOrEqual(2);
    for (const bytes of sent) expect(bytes.length).toBeLessThan(1200);
  });
});

test('whatever comes in whatever order: each packet is reported as received at its time, the others as lost', () => {
  const arrivals = fc.uniqueArray(fc.record({ offset: fc.nat(140), atMs: fc.nat(3000) }), {
    selector: ({ offset }) => offset,
    minLength: 1,
    maxLength: 140,
  });
  fc.assert(
    fc.property(fc.nat(65_535), arrivals, (start, list) => {
      const { feedback, read } = collect();
      const numberOf = (offset: number) => (start + offset) & 0xffff;
      for (const { offset, atMs } of list) feedback.arrived(numberOf(offset), 1, (10_000 + atMs) * 1000);
      feedback.flush();
      const results = read().flat();
      const base = results.find(({ received }) => received)?.receivedAtMs ?? 0;
      const sorted = list.toSorted((a, b) => a.offset - b.offset);
      const received = results.filter((each) => each.received);
      expect(received.map(({ sequenceNumber }) => sequenceNumber)).toEqual(
        sorted.map(({ offset }) => numberOf(offset)),
      );
      for (const [index, { receivedAtMs }] of received.entries()) {
        const expected = (sorted[index]?.atMs ?? 0) - (sorted[0]?.atMs ?? 0);
        expect(Math.abs(receivedAtMs - base - expected)).toBeLessThan(1);
      }
    }),
  );
});

test("werift's own reading of the same feedback is wrong, which is why there is ours", () => {
  const { feedback, sent } = collect();
  for (const number of [10, 12, 13, 15, 16, 18, 30]) feedback.arrived(number, 7, number * 1000);
  feedback.flush();
  const parsed = parse(sent[0] ?? Buffer.alloc(0));
  const ours = readFeedback(parsed).filter(({ received }) => received);
  const theirs = parsed.packetResults.filter(({ received }) => received);
  expect(ours.map(({ sequenceNumber }) => sequenceNumber)).toEqual([10, 12, 13, 15, 16, 18, 30]);
  expect(theirs.map(({ sequenceNumber }) => sequenceNumber)).not.toEqual([10, 12, 13, 15, 16, 18, 30]);
});
