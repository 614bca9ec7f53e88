import type { SenderTime } from '../rtp/inbound-stream.ts';

/** Where one sender's own clock stands against ours; shared by all that this sender sends, so that lips match voices. */
export type SenderClock = { offsetMs?: number };

/** A jump further than this is a clock that was set, not one that was read late. */
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
