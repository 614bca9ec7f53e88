import { ExtensionProfiles, RtpHeader, RtpPacket } from 'werift';
import { describe, expect, test } from 'vitest';
import { readHeader } from './rtp-header.ts';

const { OneByte: ONE_BYTE, TwoByte: TWO_BYTE } = ExtensionProfiles;
const BODY = Buffer.from('a voice');

function packet(header: Partial<RtpHeader>): Buffer {
  return new RtpPacket(
    new RtpHeader({ ssrc: 0xdeadbeef, timestamp: 0xfffffff0, ...header }),
    BODY,
  ).serialize();
}

describe('headers written by werift are read correctly', () => {
  test.each<[string, Partial<RtpHeader>]>([
    ['plain', { marker: true, payloadType: 111, sequenceNumber: 65_535 }],
    ['with sources that it was mixed from', { csrcLength: 2, csrc: [7, 8], sequenceNumber: 0 }],
  ])('%s', (_, fields) => {
    const bytes = packet(fields);
    const read = readHeader(bytes, bytes.length);
    const { marker = false, payloadType = 0, sequenceNumber } = fields;
    expect(read).toMatchObject({
      ssrc: 0xdeadbeef,
      timestamp: 0xfffffff0,
      marker,
      payloadType,
      sequenceNumber,
    });
    expect(bytes.subarray(read?.payloadOffset)).toEqual(BODY);
  });

  test.each([
    ['short', ONE_BYTE],
    ['long', TWO_BYTE],
  ])('with extensions in the %s form', (_, extensionProfile) => {
    const extensions = [
      { id: 3, payload: Buffer.from([1, 2]) },
      { id: 14, payload: Buffer.from([9]) },
    ];
    const bytes = packet({ extension: true, extensionProfile, extensions });
    const read = readHeader(bytes, bytes.length);
    expect(read?.extensions.map(({ id, payload }) => [id, ...payload])).toEqual([
      [3, 1, 2],
      [14, 9],
    ]);
    expect(bytes.subarray(read?.payloadOffset)).toEqual(BODY);
  });
});

describe('an incomplete header is refused', () => {
  const whole = packet({
    extension: true,
    extensionProfile: ONE_BYTE,
    extensions: [{ id: 1, payload: Buffer.from([1, 2, 3]) }],
  });

  test('wherever it is cut off', () => {
    const end = whole.length - BODY.length;
    for (let cut = 0; cut < end; cut += 1) expect(readHeader(whole.subarray(0, cut), cut)).toBeUndefined();
    expect(readHeader(whole.subarray(0, end), end)).toBeDefined();
  });

  test('with another version, or an extension that exceeds its block', () => {
    const other = Buffer.from(whole);
    other[0] = 0x50;
    expect(readHeader(other, other.length)).toBeUndefined();
    const liar = Buffer.from(whole);
    liar[16] = 0x1f;
    expect(readHeader(liar, liar.length)?.extensions).toEqual([]);
  });

  test('no input makes the parser throw', () => {
    for (let round = 0; round < 2000; round += 1) {
      const bytes = Buffer.from(
        Array.from({ length: round % 40 }, (_, at) => (at * 131 + round * 29) & 0xff),
      );
      bytes[0] = 0x80 | (round & 0x1f);
      expect(() => readHeader(bytes, bytes.length)).not.toThrow();
    }
  });
});
