/** The media server takes 200 at once and 50 a second, and drops what comes faster: this stays below. */
const BURST = 150;
const PER_SECOND = 40;
const TICK_MS = 100;
const WAITING_MAX = 2000;

/** Lets some through at once, and the others in their order at a pace that the server keeps up with. */
export class Pace {
  #left = BURST;
  #at = Date.now();
  #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;

  /** False when so many wait already that this one would come too late for anybody. */
  take(work: () => void): boolean {
    if (this.#waiting.length >= WAITING_MAX) return false;
    this.#waiting.push(work);
    this.#go();
    if (this.#waiting.length > 0) this.#timer ??= setInterval(() => this.#go(), TICK_MS);
    return true;
  }

  reset(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #go(): void {
    const now = Date.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) * PER_SECOND) / 1000);
    this.#at = now;
    for (; this.#left >= 1 && this.#waiting.length > 0; this.#left -= 1) this.#waiting.shift()?.();
    if (this.#waiting.length === 0) this.reset();
  }
}
