import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameAssembler, type RecordedFrame } from './frames.ts';

function assemble(kind: 'audio' | 'video') {
  const frames: RecordedFrame[] = [];
  const gaps: number[] = [];
  const assembler = new FrameAssembler(kind, {
    onFrame: (frame) => void frames.push(frame),
    onGap: () => void gaps.push(frames.length),
  });
  return { assembler, frames, gaps };
}

/** The packets of one video frame, whose bytes contain its number. */
function picture(number: number, first: number, { isKey = false, packets = 2 } = {}) {
  return Array.from({ length: packets }, (_, index) => ({
    sequenceNumber: (first + index) & 0xffff,
    timestamp: number * 3000,
    marker: index === packets - 1,
    payload: Buffer.from([index === 0 ? 0x10 : 0x00, index === 0 && isKey ? 0 : 1, number & 0xff]),
  }));
}

const sound = (number: number) => ({
  sequenceNumber: number & 0xffff,
  timestamp: number * 960,
  marker: false,
  payload: Buffer.from([number & 0xff]),
});

const numbersOf = (frames: readonly RecordedFrame[]) => frames.map(({ timestamp }) => timestamp / 3000);

describe('pictures', () => {
  test('are put together from their packets, without the descriptors', () => {
    const { assembler, frames } = assemble('video');
    for (const packet of picture(1, 10, { isKey: true, packets: 3 })) assembler.push(packet, 0);
    expect(frames).toHaveLength(1);
    expect(frames[0]).toMatchObject({ isKey: true, timestamp: 3000 });
    expect(frames[0]?.data).toEqual(Buffer.from([0, 1, 1, 1, 1, 1]));
  });

  test('begin with a key frame', () => {
    const { assembler, frames } = assemble('video');
    const packets = [...picture(1, 10), ...picture(2, 12, { isKey: true }), ...picture(3, 14)];
    for (const packet of packets) assembler.push(packet, 0);
    expect(numbersOf(frames)).toEqual([2, 3]);
  });

  test('wait for a packet that comes again', () => {
    const { assembler, frames, gaps } = assemble('video');
    const [a, b] = picture(1, 10, { isKey: true });
    const [c, d] = picture(2, 12);
    for (const [packet, at] of [
      [a, 0],
      [b, 1],
      [d, 2],
      [c, 150],
    ] as const)
      if (packet) assembler.push(packet, at);
    expect(numbersOf(frames)).toEqual([1, 2]);
    expect(gaps).toEqual([]);
  });

  test('after a packet that never came wait for a key frame, which is asked for', () => {
    const { assembler, frames, gaps } = assemble('video');
    for (const packet of picture(1, 10, { isKey: true })) assembler.push(packet, 0);
    for (const packet of picture(2, 13).slice(1)) assembler.push(packet, 10);
    for (const packet of picture(3, 15)) assembler.push(packet, 20);
    assembler.drain(150);
    expect(gaps).toEqual([]);
    assembler.drain(300);
    expect(gaps).toHaveLength(1);
    for (const packet of picture(4, 17)) assembler.push(packet, 310);
    for (const packet of picture(5, 19, { isKey: true })) assembler.push(packet, 320);
    for (const packet of picture(6, 21)) assembler.push(packet, 330);
    expect(numbersOf(frames)).toEqual([1, 5, 6]);
  });
});

describe('sound', () => {
  test('goes on after a gap, because each piece stands alone', () => {
    const { assembler, frames, gaps } = assemble('audio');
    for (const number of [1, 2, 5, 6]) assembler.push(sound(number), number);
    assembler.drain(500);
    expect(frames).toHaveLength(4);
    expect(gaps).toEqual([]);
  });

  test('is complete at the end, even when something is waited for', () => {
    const { assembler, frames } = assemble('audio');
    for (const number of [1, 3]) assembler.push(sound(number), 0);
    assembler.drain(1, { isEnd: true });
    expect(frames).toHaveLength(2);
  });
});

test('packets that come twice, late and over a wrap come out once, in order, and all of them', () => {
  const shuffled = fc.array(fc.nat(8), { minLength: 20, maxLength: 200 });
  fc.assert(
    fc.property(fc.nat(65_535), shuffled, (start, delays) => {
      const { assembler, frames } = assemble('audio');
      assembler.push(sound(start), 0);
      const rest = delays.map((delay, index) => ({ number: start + 1 + index, at: index + delay }));
      const order = [...rest, ...rest].toSorted((a, b) => a.at - b.at);
      for (const { number } of order) assembler.push(sound(number), 0);
      expect(frames.map(({ data }) => data[0])).toEqual(
        Array.from({ length: delays.length + 1 }, (_, index) => (start + index) & 0xff),
      );
    }),
  );
});
