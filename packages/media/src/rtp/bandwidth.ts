import { sequenceDistance } from './sequence.ts';

/** What a receiver's transport-wide feedback tells about one packet. */
export type PacketResult = { sequenceNumber: number; received: boolean; receivedAtMs: number };

const FLOOR = 80_000;
const CEILING = 20_000_000;
const START = 2_500_000;
const WINDOW_MS = 600;
const BASELINE_MS = 10_000;
/** Overuse: the queue grows by this share of the time, and has grown by this much. */
const SLOPE_MAX = 0.08;
const GROWN_MS = 50;
/** A delay of this length means overuse, whether it still grows or not. */
const QUEUE_MAX_MS = 400;
const LOSS_MAX = 0.1;
/** A busy machine delays packets as well, but not for so long. */
const OVERUSE_AFTER_MS = 150;
const LOSS_CALM = 0.02;
const SLOPE_CALM = 0.04;
const DECREASE = 0.85;
const DECREASE_EVERY_MS = 250;
const INCREASE_PER_S = 0.2;
/**
 * The estimate exceeds the rate that was measured by at most this factor and amount: nothing is known about rates that were not
 * sent.
 */
const AHEAD = 1.6;
const AHEAD_BITS = 200_000;

type Sent = { number: number; atMs: number; bytes: number };
type State = { queueMs: number; slope: number; loss: number; provenBitsPerSecond: number };
type ReceivedPacket = { atMs: number; sentAtMs: number; bytes: number; delayMs: number | undefined };

/**
 * Estimates how much bandwidth there is to one receiver, from its transport-wide feedback: falls when a queue grows or packets
 * get lost, rises slowly otherwise. The signals are those of Google's congestion control (draft-ietf-rmcat-gcc-02), the
 * decisions the simplest that held in our measurements.
 */
export class BandwidthEstimate {
  bitsPerSecond = START;
  #next = 0;
  #sent = new Map<number, Sent>();
  #window: ReceivedPacket[] = [];
  #baseline: { delayMs: number; atMs: number } | undefined;
  #overusedSince: number | undefined;
  #decreasedAt = 0;
  #updatedAt = 0;

  /** The transport sequence number for a packet about to be sent. */
  next(bytes: number, nowMs: number): number {
    const number = this.#next;
    this.#next += 1;
    this.#sent.set(number, { number, atMs: nowMs, bytes });
    if (this.#sent.size > 4096) this.#forgetUntil(number - 2048);
    return number & 0xffff;
  }

  get state(): State {
    const arrived = this.#window.filter(({ delayMs }) => delayMs !== undefined);
    const loss = this.#window.length > 0 ? 1 - arrived.length / this.#window.length : 0;
    const bytes = arrived.reduce((sum, each) => sum + each.bytes, 0);
    const { queueMs, slope } = trendOf(arrived, this.#baseline?.delayMs ?? 0);
    return { queueMs, slope, loss, provenBitsPerSecond: (bytes * 8000) / WINDOW_MS };
  }

  /** Whether packets at the current rate arrive without loss and without a growing queue. */
  get isCalm(): boolean {
    return this.#overusedSince === undefined && this.state.loss < LOSS_CALM;
  }

  feedback(results: readonly PacketResult[], nowMs: number): void {
    for (const result of results) this.#recordResult(result, nowMs);
    this.#window = this.#window.filter(({ atMs }) => nowMs - atMs < WINDOW_MS);
    this.#update(nowMs);
  }

  #recordResult({ sequenceNumber, received, receivedAtMs }: PacketResult, nowMs: number): void {
    // Counted back from the newest number, so that it is right even after a long silence of the receiver.
    const sent = this.#sent.get(this.#next + sequenceDistance(this.#next & 0xffff, sequenceNumber));
    if (!sent) return;
    this.#sent.delete(sent.number);
    // The two clocks are not synchronised: only changes of the difference mean anything.
    const delayMs = received ? receivedAtMs - sent.atMs : undefined;
    this.#window.push({ atMs: nowMs, sentAtMs: sent.atMs, bytes: sent.bytes, delayMs });
    if (delayMs === undefined) return;
    const isOld = this.#baseline && nowMs - this.#baseline.atMs > BASELINE_MS;
    if (!this.#baseline || delayMs < this.#baseline.delayMs || isOld) {
      this.#baseline = { delayMs, atMs: nowMs };
    }
  }

  #update(nowMs: number): void {
    const state = this.state;
    const elapsedS = Math.min(1, (nowMs - this.#updatedAt) / 1000);
    this.#updatedAt = nowMs;
    const isOverused = isTooMuch(state);
    this.#overusedSince = isOverused ? (this.#overusedSince ?? nowMs) : undefined;
    if (this.#overusedSince !== undefined) {
      if (nowMs - this.#overusedSince >= OVERUSE_AFTER_MS) this.#decrease(state, nowMs);
    } else if (state.slope < SLOPE_CALM && state.loss < LOSS_CALM) {
      const limit = Math.max(this.bitsPerSecond, state.provenBitsPerSecond * AHEAD + AHEAD_BITS);
      this.#set(Math.min(limit, this.bitsPerSecond * (1 + INCREASE_PER_S * elapsedS)));
    }
  }

  #decrease({ loss, provenBitsPerSecond }: State, nowMs: number): void {
    if (nowMs - this.#decreasedAt < DECREASE_EVERY_MS) return;
    this.#decreasedAt = nowMs;
    const share = loss > LOSS_MAX ? Math.min(DECREASE, 1 - loss / 2) : DECREASE;
    this.#set(Math.min(this.bitsPerSecond, Math.max(provenBitsPerSecond, FLOOR) * share));
  }

  #set(bitsPerSecond: number): void {
    this.bitsPerSecond = Math.min(CEILING, Math.max(FLOOR, bitsPerSecond));
  }

  #forgetUntil(number: number): void {
    for (const key of this.#sent.keys()) {
      if (key >= number) return;
      this.#sent.delete(key);
    }
  }
}

function isTooMuch({ queueMs, slope, loss }: State): boolean {
  return (slope > SLOPE_MAX && queueMs > GROWN_MS) || queueMs > QUEUE_MAX_MS || loss > LOSS_MAX;
}

/** Length of the queue at the end of the window, and how fast it grows (ms per ms), by least squares. */
function trendOf(arrived: readonly ReceivedPacket[], baseMs: number): { queueMs: number; slope: number } {
  const [first] = arrived;
  const last = arrived.at(-1);
  const count = arrived.length;
  if (!first || !last || count < 10) return { queueMs: 0, slope: 0 };
  let [x, y, xx, xy] = [0, 0, 0, 0];
  for (const { sentAtMs, delayMs = baseMs } of arrived) {
    const at = sentAtMs - first.sentAtMs;
    const queue = delayMs - baseMs;
    x += at;
    y += queue;
    xx += at * at;
    xy += at * queue;
  }
  const spread = count * xx - x * x;
  const slope = spread > 0 ? (count * xy - x * y) / spread : 0;
  return { queueMs: (y - slope * x) / count + slope * (last.sentAtMs - first.sentAtMs), slope };
}
