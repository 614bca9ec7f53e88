export type Picture = { type: 'image/png' | 'image/webp'; width: number; height: number };

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

/** The type and size of a picture by its content; undefined where it is neither PNG nor WebP, or has no size. Pure. */
export function pictureIn(bytes: Buffer): Picture | undefined {
  const found = pngIn(bytes) ?? webpIn(bytes);
  return found && found.width > 0 && found.height > 0 ? found : undefined;
}

function pngIn(bytes: Buffer): Picture | undefined {
  const isPng = bytes.length > 32 && bytes.subarray(0, 8).equals(PNG) && ascii(bytes, 12, 16) === 'IHDR';
  return isPng
    ? { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;
}

// https://developers.google.com/speed/webp/docs/riff_container
function webpIn(bytes: Buffer): Picture | undefined {
  if (bytes.length < 32 || ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 12) !== 'WEBP') return undefined;
  const type = 'image/webp';
  switch (ascii(bytes, 12, 16)) {
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { type, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
