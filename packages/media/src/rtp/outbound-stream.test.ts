import { RtpPacket, RtpHeader } from 'werift';
import { describe, expect, test } from 'vitest';
import { OutboundStream, type StreamIds, type TransportSequence } from './outbound-stream.ts';

const IDS: StreamIds = { kind: 'video', ssrc: 77, payloadType: 96, rtxSsrc: 78, rtxPayloadType: 97 };

function record(ids: StreamIds = IDS, transport?: TransportSequence) {
  const sent: RtpPacket[] = [];
  const stream = new OutboundStream(
    ids,
    (header, payload) => {
      const bytes = header.serialize();
      expect(bytes).toHaveLength(header.serializeSize);
      sent.push(RtpPacket.deSerialize(Buffer.concat([bytes, payload])));
    },
    transport,
  );
  return { stream, sent };
}

const packet = (sequenceNumber: number) => ({
  sequenceNumber,
  timestamp: 0xffff_fff0,
  marker: true,
  payload: Buffer.from([sequenceNumber & 0xff, 1, 2]),
});

test('the header can be read by other implementations', () => {
  const { stream, sent } = record();
  stream.send(packet(65_535), 0);
  expect(sent[0]?.header).toMatchObject({
    ssrc: 77,
    payloadType: 96,
    sequenceNumber: 65_535,
    timestamp: 0xffff_fff0,
    marker: true,
  });
  expect(sent[0]?.payload).toEqual(Buffer.from([255, 1, 2]));
});

test('it carries the transport-wide number, and no extension of the original sender', () => {
  let next = 41;
  const { stream, sent } = record(IDS, { extensionId: 3, next: () => (next += 1) });
  stream.send(packet(1), 0);
  const { extensions } = sent[0]?.header ?? new RtpHeader();
  expect(extensions).toHaveLength(1);
  expect(extensions[0]?.id).toBe(3);
  expect(extensions[0]?.payload.readUInt16BE(0)).toBe(42);
});

describe('a lost packet is sent again', () => {
  test('as a retransmission with the number of the original before it', () => {
    const { stream, sent } = record();
    for (const number of [5, 6, 7]) stream.send(packet(number), 0);
    stream.resend([6], 100);
    const again = sent.at(-1);
    expect(again?.header).toMatchObject({ ssrc: 78, payloadType: 97, timestamp: 0xffff_fff0, marker: true });
    expect(again?.payload.readUInt16BE(0)).toBe(6);
    expect(again?.payload.subarray(2)).toEqual(Buffer.from([6, 1, 2]));
  });

  test('with numbers of its own that go up one by one', () => {
    const { stream, sent } = record();
    for (let number = 0; number < 5; number++) stream.send(packet(number), 0);
    stream.resend([0, 1, 2], 100);
    const numbers = sent.slice(5).map(({ header }) => header.sequenceNumber);
    expect(numbers.map((number) => (number - (numbers[0] ?? 0)) & 0xffff)).toEqual([0, 1, 2]);
  });

  test('as it was, to a receiver without retransmissions', () => {
    const { stream, sent } = record({ kind: 'audio', ssrc: 77, payloadType: 111 });
    stream.send(packet(5), 0);
    stream.resend([5], 100);
    expect(sent[1]?.header).toMatchObject({ ssrc: 77, sequenceNumber: 5 });
  });

  test('with its original content, even if its buffer slot was used before', () => {
    const { stream, sent } = record();
    const payload = Buffer.from('a long packet from the round before');
    stream.send({ ...packet(5), payload }, 0);
    stream.send(packet(5 + 512), 0);
    payload.fill(0);
    stream.resend([5 + 512], 100);
    expect(sent.at(-1)?.payload.subarray(2)).toEqual(packet(5 + 512).payload);
  });

  test('once for two requests that came together, twice for two that did not', () => {
    const { stream, sent } = record();
    stream.send(packet(5), 0);
    stream.resend([5, 5], 100);
    stream.resend([5], 110);
    expect(sent).toHaveLength(2);
    stream.resend([5], 200);
    expect(sent).toHaveLength(3);
  });

  test('not at all when it is no longer kept, or was never sent', () => {
    const { stream, sent } = record();
    for (let number = 0; number < 600; number++) stream.send(packet(number), 0);
    stream.resend([3, 5000], 100);
    expect(sent).toHaveLength(600);
    stream.resend([599], 100);
    expect(sent).toHaveLength(601);
  });
});

test('the round-trip time is the delay of the receiver’s report, minus the receiver’s own delay', () => {
  const { stream } = record();
  stream.senderReportSent(0x1122_3344_5566_7788n, 1000);
  stream.receiverReported({ fractionLost: 64, lsr: 0x3344_5566, dlsr: 6554 }, 1250);
  expect(stream.roundTripMs).toBeCloseTo(150, 0);
  expect(stream.fractionLost).toBe(0.25);
  stream.receiverReported({ fractionLost: 0, lsr: 1, dlsr: 0 }, 9000);
  expect(stream.roundTripMs).toBeCloseTo(150, 0);
});
