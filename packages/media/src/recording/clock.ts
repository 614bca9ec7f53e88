import type { SenderTime } from '../rtp/inbound-stream.ts';

/** Offset of a sender's clock to ours; shared by all its tracks, so that audio and video stay in sync. */
export type SenderClock = { offsetMs?: number };

/** A larger jump means that the sender's clock was set. */
const CORRECTION_MAX_MS = 2000;

/** Tells when a packet of one track was meant to be heard or seen, in milliseconds of our own time. */
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

  /** Takes in the sender's own report: from the second track on, its clock decides, not when packets happened to come. */
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
