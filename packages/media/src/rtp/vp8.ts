/** The descriptor of a VP8 payload (RFC 7741, section 4.2), with the offsets of the fields that forwarding rewrites. */
export type Vp8Descriptor = {
  /** Bytes of the descriptor itself. */
  length: number;
  startsFrame: boolean;
  isKeyFrame: boolean;
  pictureId?: { offset: number; bytes: 1 | 2; value: number };
  tl0?: { offset: number; value: number };
};

const EXTENDED = 0x80;
const START = 0x10;
const PARTITION = 0x07;
const PICTURE_ID = 0x80;
const TL0 = 0x40;
const TID_OR_KEY = 0x30;

/** Reads the descriptor; undefined when the payload is shorter than the descriptor. */
export function readVp8(payload: Buffer): Vp8Descriptor | undefined {
  const first = payload[0];
  if (first === undefined) return undefined;
  const descriptor: Vp8Descriptor = {
    length: 1,
    startsFrame: (first & START) !== 0 && (first & PARTITION) === 0,
    isKeyFrame: false,
  };
  if (first & EXTENDED && !readExtension(payload, descriptor)) return undefined;
  const frameTag = payload[descriptor.length];
  if (frameTag === undefined) return undefined;
  descriptor.isKeyFrame = descriptor.startsFrame && (frameTag & 1) === 0;
  return descriptor;
}

function readExtension(payload: Buffer, descriptor: Vp8Descriptor): boolean {
  const present = payload[1];
  if (present === undefined) return false;
  let offset = 2;
  if (present & PICTURE_ID) {
    const pictureId = readPictureId(payload, offset);
    if (!pictureId) return false;
    descriptor.pictureId = pictureId;
    offset += pictureId.bytes;
  }
  if (present & TL0) {
    descriptor.tl0 = { offset, value: payload[offset] ?? 0 };
    offset += 1;
  }
  if (present & TID_OR_KEY) offset += 1;
  descriptor.length = offset;
  return offset < payload.length;
}

function readPictureId(payload: Buffer, offset: number): Vp8Descriptor['pictureId'] {
  const high = payload[offset];
  const low = payload[offset + 1];
  if (high === undefined || low === undefined) return undefined;
  if ((high & 0x80) === 0) return { offset, bytes: 1, value: high };
  return { offset, bytes: 2, value: ((high & 0x7f) << 8) | low };
}

/** Width and height of a key frame, from the frame itself without its descriptor. */
export function readVp8Size(frame: Buffer): { width: number; height: number } | undefined {
  if (frame.length < 10) return undefined;
  return { width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff };
}
