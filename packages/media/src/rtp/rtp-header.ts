/** The header of an RTP packet (RFC 3550, section 5.1), as far as forwarding needs it. */
export type RtpHeader = {
  ssrc: number;
  sequenceNumber: number;
  timestamp: number;
  marker: boolean;
  payloadType: number;
  extensions: Extension[];
  /** Where the payload begins. */
  payloadOffset: number;
  padding: boolean;
  /** Known once the packet is decrypted, since it is in its last byte. */
  paddingSize: number;
};
type Extension = { id: number; payload: Buffer };

const FIXED = 12;
const ONE_BYTE = 0xbede;
const TWO_BYTE = 0x1000;
/** The extension id of the one-byte form after which everything is ignored. */
const STOP = 15;

/** Undefined when the bytes up to `end` do not contain a complete header. */
export function readHeader(bytes: Buffer, end: number): RtpHeader | undefined {
  if (end < FIXED) return undefined;
  const [first = 0, second = 0] = bytes;
  if (first >> 6 !== 2) return undefined;
  const header: RtpHeader = {
    ssrc: bytes.readUInt32BE(8),
    sequenceNumber: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    marker: (second & 0x80) !== 0,
    payloadType: second & 0x7f,
    extensions: [],
    payloadOffset: FIXED + (first & 0x0f) * 4,
    padding: (first & 0x20) !== 0,
    paddingSize: 0,
  };
  const hasExtensions = (first & 0x10) !== 0;
  if (hasExtensions && !readExtensions(header, bytes, end)) return undefined;
  return header.payloadOffset <= end ? header : undefined;
}

/** Both forms of RFC 8285; false when they do not fit into the packet. */
function readExtensions(header: RtpHeader, bytes: Buffer, packetEnd: number): boolean {
  const at = header.payloadOffset;
  if (at + 4 > packetEnd) return false;
  const profile = bytes.readUInt16BE(at);
  const start = at + 4;
  const end = start + bytes.readUInt16BE(at + 2) * 4;
  if (end > packetEnd) return false;
  header.payloadOffset = end;
  if (profile === ONE_BYTE) readEach(header.extensions, bytes, { start, end, isShort: true });
  else if ((profile & 0xfff0) === TWO_BYTE)
    readEach(header.extensions, bytes, { start, end, isShort: false });
  return true;
}

type ExtensionBlock = { start: number; end: number; isShort: boolean };

function readEach(extensions: Extension[], bytes: Buffer, { start, end, isShort }: ExtensionBlock): void {
  for (let at = start; at < end;) {
    const head = bytes[at] ?? 0;
    if (head === 0) {
      at += 1;
      continue;
    }
    const [id, length, from] = isShort
      ? [head >> 4, (head & 0x0f) + 1, at + 1]
      : [head, bytes[at + 1] ?? 0, at + 2];
    const isStop = isShort && id === STOP;
    if (isStop || from + length > end) return;
    extensions.push({ id, payload: bytes.subarray(from, from + length) });
    at = from + length;
  }
}
