import { Unwrapper } from './sequence.ts';

const MISSING_MAX = 200;
const GIVE_UP_MS = 1000;
const TRIES_MAX = 8;
/** A packet that is only a little out of order is not requested again. */
const REORDER_MS = 10;

export type ReceptionReport = {
  ssrc: number;
  fractionLost: number;
  packetsLost: number;
  highestSequence: number;
  jitter: number;
  lsr: number;
  dlsr: number;
};

/** A sender report: pairs an RTP time stamp with a wall-clock time (32.32 fixed point, since 1900). */
export type SenderTime = { ntp: bigint; rtpTimestamp: number };

type Missing = { since: number; askedAt: number; tries: number };

/** One stream of packets from one sender: what arrived, what is missing, and the reception reports about it. */
export class InboundStream {
  readonly ssrc: number;
  readonly clockRate: number;
  senderTime: SenderTime | undefined;
  #unwrapper = new Unwrapper();
  #first: number | undefined;
  #highest = 0;
  #received = 0;
  #missing = new Map<number, Missing>();
  #jitter = 0;
  #transit: number | undefined;
  #reported = { expected: 0, received: 0 };
  #lastReport = { middle: 0, atMs: 0 };

  constructor(ssrc: number, clockRate: number) {
    this.ssrc = ssrc;
    this.clockRate = clockRate;
  }

  /** Counts a packet; false for a duplicate. */
  receive(sequenceNumber: number, timestamp: number, nowMs: number): boolean {
    const number = this.#unwrapper.unwrap(sequenceNumber);
    if (this.#first === undefined) {
      this.#first = number;
      this.#highest = number;
    } else if (number > this.#highest) {
      this.#noteGap(number, nowMs);
      this.#highest = number;
    } else if (!this.#missing.delete(number)) {
      return false;
    }
    this.#received += 1;
    this.#noteJitter(timestamp, nowMs);
    return true;
  }

  /** Sequence numbers to request now: each at most once per round trip, and only a limited number of times. */
  nacksDue(nowMs: number, roundTripMs: number): number[] {
    const due: number[] = [];
    for (const [number, missing] of this.#missing) {
      if (nowMs - missing.since > GIVE_UP_MS || missing.tries >= TRIES_MAX) {
        this.#missing.delete(number);
        continue;
      }
      const wait = missing.tries === 0 ? REORDER_MS : Math.max(roundTripMs, 30);
      if (nowMs - (missing.tries === 0 ? missing.since : missing.askedAt) < wait) continue;
      missing.askedAt = nowMs;
      missing.tries += 1;
      due.push(number & 0xffff);
    }
    return due;
  }

  /** @param ntp the time in the sender report, 32.32 fixed point as on the wire */
  senderReported(ntp: bigint, rtpTimestamp: number, nowMs: number): void {
    this.#lastReport = { middle: Number((ntp >> 16n) & 0xffffffffn), atMs: nowMs };
    this.senderTime = { ntp, rtpTimestamp };
  }

  report(nowMs: number): ReceptionReport {
    const expected = this.#first === undefined ? 0 : this.#highest - this.#first + 1;
    const lost = Math.max(0, expected - this.#received);
    const expectedNow = expected - this.#reported.expected;
    const receivedNow = this.#received - this.#reported.received;
    const lostNow = Math.max(0, expectedNow - receivedNow);
    this.#reported = { expected, received: this.#received };
    const { middle, atMs } = this.#lastReport;
    return {
      ssrc: this.ssrc,
      fractionLost: expectedNow > 0 ? Math.min(255, Math.floor((lostNow * 256) / expectedNow)) : 0,
      packetsLost: Math.min(0x7fffff, lost),
      highestSequence: this.#highest >>> 0,
      jitter: Math.floor(this.#jitter),
      lsr: middle,
      dlsr: middle ? Math.floor(((nowMs - atMs) * 65_536) / 1000) >>> 0 : 0,
    };
  }

  #noteGap(number: number, nowMs: number): void {
    if (number - this.#highest > MISSING_MAX) {
      this.#missing.clear();
      return;
    }
    for (let lost = this.#highest + 1; lost < number; lost++) {
      this.#missing.set(lost, { since: nowMs, askedAt: 0, tries: 0 });
    }
    for (const oldest of this.#missing.keys()) {
      if (this.#missing.size <= MISSING_MAX) break;
      this.#missing.delete(oldest);
    }
  }

  /** Estimates jitter as in RFC 3550, appendix A.8. */
  #noteJitter(timestamp: number, nowMs: number): void {
    const arrival = Math.floor((nowMs * this.clockRate) / 1000);
    const transit = (arrival - timestamp) | 0;
    if (this.#transit !== undefined) {
      const difference = Math.abs((transit - this.#transit) | 0);
      this.#jitter += (difference - this.#jitter) / 16;
    }
    this.#transit = transit;
  }
}
