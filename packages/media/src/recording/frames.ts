import type { OutboundPacket } from '../rtp/outbound-stream.ts';
import { Unwrapper } from '../rtp/sequence.ts';
import { readVp8, readVp8Size } from '../rtp/vp8.ts';

/** One video frame, or one packet of audio, as it is written to a file. */
export type RecordedFrame = {
  data: Buffer;
  isKey: boolean;
  timestamp: number;
  size?: { width: number; height: number };
};

type Handlers = {
  onFrame: (frame: RecordedFrame, nowMs: number) => void;
  /** Packets are lost for good: video cannot be decoded again before the next key frame. */
  onGap: () => void;
};

/** How long to wait for a packet that is retransmitted or out of order. */
const WAIT_MS = 200;
const WAITING_MAX = 400;

/** Puts packets back in order and frames together; drops video frames that could not be decoded. */
export class FrameAssembler {
  #isVideo: boolean;
  #handlers: Handlers;
  #unwrapper = new Unwrapper();
  #waiting = new Map<number, { packet: OutboundPacket; atMs: number }>();
  #next: number | undefined;
  #pieces: { timestamp: number; isKey: boolean; parts: Buffer[] } | undefined;
  #needsKey: boolean;

  constructor(kind: 'audio' | 'video', handlers: Handlers) {
    this.#isVideo = kind === 'video';
    this.#needsKey = this.#isVideo;
    this.#handlers = handlers;
  }

  push(packet: OutboundPacket, nowMs: number): void {
    const number = this.#unwrapper.unwrap(packet.sequenceNumber);
    this.#next ??= number;
    if (number < this.#next) return;
    this.#waiting.set(number, { packet, atMs: nowMs });
    this.drain(nowMs);
  }

  /** Emits what is complete, and gives up packets that are missing for too long. Also to be called at intervals. */
  drain(nowMs: number, { isEnd = false } = {}): void {
    for (;;) {
      const ready = this.#next === undefined ? undefined : this.#waiting.get(this.#next);
      if (ready && this.#next !== undefined) {
        this.#waiting.delete(this.#next);
        this.#next += 1;
        this.#acceptPacket(ready.packet, nowMs);
      } else if (this.#waiting.size > 0 && (isEnd || this.#isOverdue(nowMs))) this.#skip();
      else return;
    }
  }

  /** Sequence numbers start anew, so video starts with a key frame again. */
  restart(): void {
    this.#waiting.clear();
    this.#next = undefined;
    this.#unwrapper = new Unwrapper();
    this.#pieces = undefined;
    this.#needsKey = this.#isVideo;
  }

  #isOverdue(nowMs: number): boolean {
    if (this.#waiting.size > WAITING_MAX) return true;
    let oldest = nowMs;
    for (const { atMs } of this.#waiting.values()) oldest = Math.min(oldest, atMs);
    return nowMs - oldest > WAIT_MS;
  }

  #skip(): void {
    this.#next = Math.min(...this.#waiting.keys());
    this.#pieces = undefined;
    if (!this.#isVideo) return;
    this.#needsKey = true;
    this.#handlers.onGap();
  }

  #acceptPacket({ payload, timestamp, marker }: OutboundPacket, nowMs: number): void {
    if (this.#isVideo) this.#takeVideo(payload, { timestamp, marker, nowMs });
    else if (payload.length > 0) this.#handlers.onFrame({ data: payload, isKey: true, timestamp }, nowMs);
  }

  #takeVideo(payload: Buffer, at: { timestamp: number; marker: boolean; nowMs: number }): void {
    const descriptor = readVp8(payload);
    if (!descriptor) return;
    const { timestamp } = at;
    if (descriptor.startsFrame) this.#pieces = { timestamp, isKey: descriptor.isKeyFrame, parts: [] };
    if (this.#pieces?.timestamp !== timestamp) return;
    this.#pieces.parts.push(payload.subarray(descriptor.length));
    if (at.marker) this.#complete(this.#pieces, at.nowMs);
  }

  #complete(
    { timestamp, isKey, parts }: { timestamp: number; isKey: boolean; parts: Buffer[] },
    nowMs: number,
  ) {
    this.#pieces = undefined;
    if (this.#needsKey && !isKey) return;
    this.#needsKey = false;
    const data = Buffer.concat(parts);
    const size = isKey ? readVp8Size(data) : undefined;
    this.#handlers.onFrame({ data, isKey, timestamp, ...(size && { size }) }, nowMs);
  }
}
