/** The media server accepts 200 messages at once and 50 a second, and drops more; these limits stay below. */
const BURST = 150;
const PER_SECOND = 40;
const TICK_MS = 100;
const WAITING_MAX = 2000;

/** Limits the rate of messages: a burst passes at once, further ones wait in order. */
export class Pace {
  #left = BURST;
  #at = Date.now();
  #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Returns false when so many wait already that this one would arrive too late to be useful. */
  enqueue(work: () => void): boolean {
    if (this.#waiting.length >= WAITING_MAX) return false;
    this.#waiting.push(work);
    this.#runWaiting();
    if (this.#waiting.length > 0) this.#timer ??= setInterval(() => this.#runWaiting(), TICK_MS);
    return true;
  }

  reset(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #runWaiting(): void {
    const now = Date.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) * PER_SECOND) / 1000);
    this.#at = now;
    for (; this.#left >= 1 && this.#waiting.length > 0; this.#left -= 1) this.#waiting.shift()?.();
    if (this.#waiting.length === 0) this.reset();
  }
}
