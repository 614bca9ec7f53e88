import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OutboundPacket } from './outbound-stream.ts';
import type { MediaPacket } from './publisher-connection.ts';
import { Rewriter } from './rewriter.ts';
import { readVp8 } from './vp8.ts';

type Picture = { number: number; pictureId: number; timestamp: number; isKey?: boolean; rid?: string };

/** A frame of one packet, of a layer with counters of its own. */
function picture({ number, pictureId, timestamp, isKey = false, rid = 'q' }: Picture): MediaPacket {
  const payload = Buffer.from([0x90, 0xe0, 0, 0, 0, 0x20, isKey ? 0 : 1, 0xaa]);
  payload.writeUInt16BE(0x8000 | (pictureId & 0x7fff), 2);
  payload.writeUInt8(pictureId & 0xff, 4);
  return {
    mid: '0',
    rid,
    sequenceNumber: number & 0xffff,
    timestamp: timestamp >>> 0,
    marker: true,
    payload,
    level: undefined,
  };
}

const idOf = (out: OutboundPacket | undefined) => out && readVp8(out.payload)?.pictureId?.value;

function video(target = 'q') {
  const rewriter = new Rewriter('video');
  rewriter.target = target;
  return rewriter;
}

describe('a layer', () => {
  test('is switched to only at a key frame', () => {
    const rewriter = video();
    expect(rewriter.rewrite(picture({ number: 1, pictureId: 1, timestamp: 0 }), 0)).toBeUndefined();
    expect(rewriter.isWaiting).toBe(true);
    expect(
      rewriter.rewrite(picture({ number: 2, pictureId: 2, timestamp: 3000, isKey: true }), 33),
    ).toBeDefined();
    expect(rewriter.isWaiting).toBe(false);
  });

  test('continues until a key frame of the next one has arrived', () => {
    const rewriter = video();
    rewriter.rewrite(picture({ number: 1, pictureId: 1, timestamp: 0, isKey: true }), 0);
    rewriter.target = 'h';
    expect(rewriter.rewrite(picture({ number: 2, pictureId: 2, timestamp: 3000 }), 33)).toBeDefined();
    expect(
      rewriter.rewrite(picture({ number: 900, pictureId: 70, timestamp: 77, rid: 'h' }), 34),
    ).toBeUndefined();
    const entry = picture({ number: 901, pictureId: 71, timestamp: 3077, rid: 'h', isKey: true });
    expect(rewriter.rewrite(entry, 66)).toMatchObject({ sequenceNumber: 3 });
    expect(rewriter.rewrite(picture({ number: 3, pictureId: 3, timestamp: 6000 }), 67)).toBeUndefined();
  });

  test('is left out while paused, and entered anew at a key frame', () => {
    const rewriter = video();
    rewriter.rewrite(picture({ number: 1, pictureId: 1, timestamp: 0, isKey: true }), 0);
    rewriter.pause();
    expect(
      rewriter.rewrite(picture({ number: 2, pictureId: 2, timestamp: 3000, isKey: true }), 33),
    ).toBeUndefined();
    rewriter.target = 'q';
    expect(
      rewriter.rewrite(picture({ number: 50, pictureId: 50, timestamp: 150_000 }), 1600),
    ).toBeUndefined();
    const back = picture({ number: 51, pictureId: 51, timestamp: 153_000, isKey: true });
    expect(rewriter.rewrite(back, 1633)).toMatchObject({ sequenceNumber: 2 });
  });
});

test('packets from before the key frame that come late are left out: their numbers are taken', () => {
  const rewriter = video();
  const first = rewriter.rewrite(picture({ number: 10, pictureId: 1, timestamp: 0, isKey: true }), 0);
  rewriter.target = 'h';
  rewriter.rewrite(picture({ number: 500, pictureId: 9, timestamp: 0, rid: 'h', isKey: true }), 30);
  expect(first?.sequenceNumber).toBe(10);
  expect(
    rewriter.rewrite(picture({ number: 499, pictureId: 8, timestamp: 0, rid: 'h' }), 31),
  ).toBeUndefined();
});

test('a layer whose sequence numbers wrap is not taken for late', { tags: 'full' }, () => {
  const rewriter = video();
  rewriter.rewrite(picture({ number: 0, pictureId: 0, timestamp: 0, isKey: true }), 0);
  let sent = 0;
  for (let number = 1; number < 150_000; number++) {
    if (rewriter.rewrite(picture({ number, pictureId: number, timestamp: number * 3000 }), number)) sent += 1;
  }
  expect(sent).toBe(149_999);
});

test('late packets of the layer that goes out keep their place', () => {
  const rewriter = video();
  rewriter.rewrite(picture({ number: 10, pictureId: 1, timestamp: 0, isKey: true }), 0);
  rewriter.target = 'h';
  rewriter.rewrite(picture({ number: 100, pictureId: 5, timestamp: 9000, rid: 'h', isKey: true }), 33);
  const ahead = rewriter.rewrite(picture({ number: 102, pictureId: 7, timestamp: 15_000, rid: 'h' }), 99);
  const late = rewriter.rewrite(picture({ number: 101, pictureId: 6, timestamp: 12_000, rid: 'h' }), 100);
  expect([ahead?.sequenceNumber, late?.sequenceNumber]).toEqual([13, 12]);
  expect([idOf(ahead), idOf(late)]).toEqual([4, 3]);
});

test('a voice starts at once and keeps its own bytes', () => {
  const rewriter = new Rewriter('audio');
  rewriter.target = '';
  const packet = {
    ...picture({ number: 7, pictureId: 0, timestamp: 960, rid: '' }),
    payload: Buffer.from([1]),
  };
  expect(rewriter.rewrite(packet, 0)).toMatchObject({ sequenceNumber: 7, timestamp: 960 });
});

/** Three layers that all send, each with different counters. */
function layersFrom(origins: readonly { number: number; pictureId: number; timestamp: number }[]) {
  let sent = 0;
  return (isKey: boolean): MediaPacket[] => {
    sent += 1;
    return origins.map(({ number, pictureId, timestamp }, index) =>
      picture({
        number: number + sent,
        pictureId: pictureId + sent,
        timestamp: timestamp + sent * 2970,
        isKey,
        rid: RIDS[index] ?? '',
      }),
    );
  };
}

const RIDS = ['q', 'h', 'f'];

test('through any switches and pauses the receiver sees one stream: numbers without gaps, time that goes on', () => {
  const frames = fc.integer({ min: 1, max: 40 });
  const step = fc.record({ rid: fc.constantFrom(...RIDS), frames, isPause: fc.boolean() });
  const origin = fc.record({
    number: fc.nat(65_535),
    pictureId: fc.nat(32_767),
    timestamp: fc.nat(0xffff_ffff),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(steps, fc.tuple(origin, origin, origin), (list, origins) => {
      const rewriter = video();
      const next = layersFrom(origins);
      let nowMs = 0;
      const out = list.flatMap(({ rid, frames, isPause }) => {
        if (isPause) rewriter.pause();
        rewriter.target = rid;
        return Array.from({ length: frames }, (_, frame) => {
          nowMs += 33;
          return next(frame === 0).flatMap((packet) => rewriter.rewrite(packet, nowMs) ?? []);
        }).flat();
      });
      const pairs = out.slice(1).map((packet, index) => [out[index] ?? packet, packet] as const);
      for (const [before, packet] of pairs) {
        expect(packet.sequenceNumber).toBe((before.sequenceNumber + 1) & 0xffff);
        expect(idOf(packet)).toBe(((idOf(before) ?? 0) + 1) & 0x7fff);
        const passed = (packet.timestamp - before.timestamp) >>> 0;
        expect(passed > 0 && passed < 90_000 * 60).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});
