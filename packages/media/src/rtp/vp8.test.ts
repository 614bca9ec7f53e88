import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVp8, readVp8Size } from './vp8.ts';

describe('the descriptor before a VP8 payload', () => {
  test('without an extension is one byte', () => {
    expect(readVp8(Buffer.from([0x10, 0x00]))).toEqual({ length: 1, startsFrame: true, isKeyFrame: true });
    expect(readVp8(Buffer.from([0x10, 0x01]))?.isKeyFrame).toBe(false);
  });

  test('that does not start a frame is never a key frame', () => {
    expect(readVp8(Buffer.from([0x00, 0x00]))).toMatchObject({ startsFrame: false, isKeyFrame: false });
    expect(readVp8(Buffer.from([0x11, 0x00]))?.startsFrame).toBe(false);
  });

  test('carries a picture number of seven or fifteen bits, a TL0 index and a temporal layer', () => {
    const long = Buffer.from([0x90, 0xe0, 0x92, 0x34, 0x07, 0x20, 0x00]);
    expect(readVp8(long)).toEqual({
      length: 6,
      startsFrame: true,
      isKeyFrame: true,
      pictureId: { offset: 2, bytes: 2, value: 0x1234 },
      tl0: { offset: 4, value: 7 },
    });
    const short = Buffer.from([0x90, 0x80, 0x12, 0x01]);
    expect(readVp8(short)).toMatchObject({ length: 3, pictureId: { offset: 2, bytes: 1, value: 0x12 } });
  });

  test.each([
    ['nothing', []],
    ['only the first byte', [0x10]],
    ['an extension that is not there', [0x90]],
    ['a picture number that is not there', [0x90, 0x80]],
    ['half a picture number', [0x90, 0x80, 0x92]],
    ['no frame behind the descriptor', [0x90, 0xe0, 0x92, 0x34, 0x07, 0x20]],
  ])('is refused with %s', (_what, bytes) => {
    expect(readVp8(Buffer.from(bytes))).toBeUndefined();
  });

  test('never reads outside the payload, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        const read = readVp8(Buffer.from(bytes));
        expect(read === undefined || read.length < bytes.length).toBe(true);
      }),
    );
  });
});

test('a key frame tells its size, a piece of one tells nothing', () => {
  const frame = Buffer.from([0x00, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0x68, 0x01, 0]);
  expect(readVp8Size(frame)).toEqual({ width: 640, height: 360 });
  expect(readVp8Size(frame.subarray(0, 9))).toBeUndefined();
});
