import type { OutboundPacket } from './outbound-stream.ts';
import type { MediaPacket } from './publisher-connection.ts';
import { sequenceDistance, Unwrapper } from './sequence.ts';
import { readVp8, type Vp8Descriptor } from './vp8.ts';

type Offsets = { sequence: number; timestamp: number; pictureId: number; tl0: number };
type LastPacket = OutboundPacket & { pictureId: number; tl0: number; atMs: number };

/**
 * Makes one continuous stream of packets from several layers, with pauses: sequence numbers, time stamps and VP8 picture ids
 * continue without a gap. It switches to a layer at a key frame only, since decoding can only start there.
 */
export class Rewriter {
  /** The layer to switch to; undefined pauses. */
  target: string | undefined;
  readonly #clockRate: number;
  readonly #isVideo: boolean;
  #current: string | undefined;
  /** Counts from the packet at which the current layer began. */
  #place = new Unwrapper();
  #entry = 0;
  #offsets: Offsets = { sequence: 0, timestamp: 0, pictureId: 0, tl0: 0 };
  #last: LastPacket | undefined;

  constructor(kind: 'audio' | 'video') {
    this.#isVideo = kind === 'video';
    this.#clockRate = this.#isVideo ? 90_000 : 48_000;
  }

  get current(): string | undefined {
    return this.#current;
  }

  /** Whether video waits for a key frame of the target layer. */
  get isWaiting(): boolean {
    return this.target !== undefined && this.#current !== this.target;
  }

  /** Converts a time stamp of the current layer to the outgoing stream. */
  shift(timestamp: number): number {
    return (timestamp + this.#offsets.timestamp) >>> 0;
  }

  /** Pauses; after that only a key frame can be sent. */
  pause(): void {
    this.target = undefined;
    this.#current = undefined;
  }

  /** The packet as it is sent; undefined when it does not belong to the current layer. */
  rewrite(packet: MediaPacket, nowMs: number): OutboundPacket | undefined {
    const descriptor = this.#isVideo ? readVp8(packet.payload) : undefined;
    if (this.#isVideo && !descriptor) return undefined;
    if (packet.rid !== this.#current) {
      if (packet.rid !== this.target || (descriptor && !descriptor.isKeyFrame)) return undefined;
      this.#enter(packet, descriptor, nowMs);
    } else if (this.#place.unwrap(packet.sequenceNumber) < this.#entry) {
      // Late, from before the key frame: the outgoing stream has no number left for it.
      return undefined;
    }
    return this.#shifted(packet, descriptor, nowMs);
  }

  #enter(packet: MediaPacket, descriptor: Vp8Descriptor | undefined, nowMs: number): void {
    this.#current = packet.rid;
    this.#place = new Unwrapper();
    this.#entry = this.#place.unwrap(packet.sequenceNumber);
    const last = this.#last;
    if (!last) return;
    const elapsed = Math.max(1, Math.round(((nowMs - last.atMs) * this.#clockRate) / 1000));
    this.#offsets = {
      sequence: (last.sequenceNumber + 1 - packet.sequenceNumber) & 0xffff,
      timestamp: (last.timestamp + elapsed - packet.timestamp) >>> 0,
      pictureId: (last.pictureId + 1 - valueOf(descriptor?.pictureId)) & 0x7fff,
      tl0: (last.tl0 + 1 - valueOf(descriptor?.tl0)) & 0xff,
    };
  }

  #shifted(packet: MediaPacket, descriptor: Vp8Descriptor | undefined, nowMs: number): OutboundPacket {
    const { payload, pictureId, tl0 } = renumber(packet.payload, descriptor, this.#offsets);
    const out = {
      sequenceNumber: (packet.sequenceNumber + this.#offsets.sequence) & 0xffff,
      timestamp: this.shift(packet.timestamp),
      marker: packet.marker,
      payload,
    };
    if (!this.#last || sequenceDistance(this.#last.sequenceNumber, out.sequenceNumber) > 0) {
      this.#last = { ...out, pictureId, tl0, atMs: nowMs };
    }
    return out;
  }
}

function renumber(payload: Buffer, descriptor: Vp8Descriptor | undefined, offsets: Offsets) {
  const { pictureId: picture, tl0: base } = descriptor ?? {};
  const pictureId = (valueOf(picture) + offsets.pictureId) & 0x7fff;
  const tl0 = (valueOf(base) + offsets.tl0) & 0xff;
  const isShifted = offsets.pictureId !== 0 || offsets.tl0 !== 0;
  if (!picture || !isShifted) return { payload, pictureId, tl0 };
  const copy = Buffer.from(payload);
  if (picture.bytes === 2) copy.writeUInt16BE(0x8000 | pictureId, picture.offset);
  else copy.writeUInt8(pictureId & 0x7f, picture.offset);
  if (base) copy.writeUInt8(tl0, base.offset);
  return { payload: copy, pictureId, tl0 };
}

const valueOf = (field: { value: number } | undefined): number => field?.value ?? 0;
