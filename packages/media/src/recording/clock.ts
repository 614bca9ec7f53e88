import type { SenderTime } from '../rtp/inbound-stream.ts';

/** Offset of a sender's clock to ours; shared by all its tracks, so that audio and video stay in sync. */
export type SenderClock = { offsetMs?: number };

/** A larger jump means that the sender's clock was changed. */
const CORRECTION_MAX_MS = 2000;

/** Computes when a packet of one track was captured, in milliseconds of our own clock. */
export class TrackClock {
  #perMs: number;
  #sender: SenderClock;
  #last: number | undefined;
  #units = 0;
  #baseMs = 0;

  constructor(clockRate: number, sender: SenderClock) {
    this.#perMs = clockRate / 1000;
    this.#sender = sender;
  }

  at(timestamp: number, nowMs: number): number {
    if (this.#last === undefined) this.#baseMs = nowMs;
    else this.#units += (timestamp - this.#last) | 0;
    this.#last = timestamp;
    return this.#baseMs + this.#units / this.#perMs;
  }

  /** Applies a sender report: from the second track on, the sender's clock decides, and not when packets happened to arrive. */
  align({ ntp, rtpTimestamp }: SenderTime): void {
    if (this.#last === undefined) return;
    const senderMs = Number(ntp >> 32n) * 1000 + Number(((ntp & 0xffffffffn) * 1000n) >> 32n);
    const units = this.#units + ((rtpTimestamp - this.#last) | 0);
    const oursMs = this.#baseMs + units / this.#perMs;
    this.#sender.offsetMs ??= oursMs - senderMs;
    const correction = senderMs + this.#sender.offsetMs - oursMs;
    if (Math.abs(correction) < CORRECTION_MAX_MS) this.#baseMs += correction;
  }
}
