import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openContainer } from './smime.ts';

const der = (tag: number, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, body]);
};
const OCTETS = 0x04;
const OCTETS_IN_PIECES = 0x24;
const DATA = '06092a864886f70d010701';
const SIGNED = '06092a864886f70d010702';

/** A SignedData container with these bytes and no signature, since signatures of containers are not checked. */
const container = (octets: Buffer): Buffer => {
  const encapsulated = der(0x30, DATA, der(0xa0, octets));
  return der(0x30, SIGNED, der(0xa0, der(0x30, '020101', der(0x31), encapsulated, der(0x31))));
};
const words = (bytes: Buffer): string | undefined => {
  const opened = openContainer(bytes);
  return opened?.kind === 'signed' ? opened.content.toString() : undefined;
};

describe('a container of S/MIME', () => {
  it('gives its words, in one piece or several', () => {
    expect(words(container(der(OCTETS, Buffer.from('Hello'))))).toBe('Hello');
    const pieces = [der(OCTETS, Buffer.from('Hel')), der(OCTETS, Buffer.from('lo'))];
    expect(words(container(der(OCTETS_IN_PIECES, ...pieces)))).toBe('Hello');
  });

  it('is no endless nesting', () => {
    let octets = der(OCTETS, Buffer.from('Hello'));
    for (let depth = 0; depth < 500; depth += 1) octets = der(OCTETS_IN_PIECES, octets);
    expect(openContainer(container(octets))).toBeNull();
    expect(openContainer(Buffer.alloc(1_000_000, '3080', 'hex'))).toBeNull();
  });

  it('is none for any other bytes', () => {
    const some = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(some, (bytes) => {
        expect(openContainer(bytes)).toBeNull();
      }),
    );
    const whole = container(der(OCTETS, Buffer.from('Hello')));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (at) => {
        expect(openContainer(whole.subarray(0, at))).toBeNull();
      }),
    );
  });
});
