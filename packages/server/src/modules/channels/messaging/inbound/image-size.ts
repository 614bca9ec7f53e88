/** More pixels than any camera produces; each takes four bytes of memory when shown. */
const MOST_PIXELS = 200_000_000;

/** Whether showing the picture would take gigabytes of memory, though its file may be small. */
export function isTooLargeToShow(bytes: Buffer): boolean {
  const [width, height] = sizeOf(bytes);
  return width * height > MOST_PIXELS;
}

type Size = readonly [width: number, height: number];
const NONE: Size = [0, 0];

function sizeOf(bytes: Buffer): Size {
  const begins = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (bytes.length < 32) return NONE;
  if (begins('\x89PNG') && begins('IHDR', 12)) return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (begins('GIF8')) return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  if (begins('VP8X', 12)) return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  return begins('\xff\xd8') ? sizeOfJpeg(bytes) : NONE;
}

/** The size of a JPEG is in its first frame header; segments before it may hold a thumbnail. */
function sizeOfJpeg(bytes: Buffer): Size {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const kind = bytes[at + 1] ?? 0;
    const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  return NONE;
}
