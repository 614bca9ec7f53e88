import type { Layer } from './published-track.ts';
import type { BandwidthEstimate } from '../rtp/bandwidth.ts';
import type { Subscription } from './subscription.ts';

const FIRST_TRY_MS = 2000;
const LAST_TRY_MS = 30_000;
/** A failed step up this long ago says nothing about the connection now. */
const FORGOTTEN_MS = 2 * LAST_TRY_MS;
/** If the connection cannot carry a step up, it shows within this time. */
const TRIAL_MS = 3000;
/** The share of the estimate for video: the rest is for audio and retransmissions. */
const SHARE = 0.9;
/** A rate that no sender reaches, which lifts a limit that was set before. */
const NO_LIMIT = 10_000_000;

type Handlers = {
  subscriptions: () => Iterable<Subscription>;
  /** Video was paused or resumed because of the bandwidth. */
  onPaused: (subscription: Subscription) => void;
  /** All video is at its lowest layer and still too much: the sender itself must send less. */
  limitSender: (subscription: Subscription, bitsPerSecond: number) => void;
};

/**
 * Chooses for one participant which layer of each video is sent, by the estimated bandwidth: down at once when packets queue up
 * or get lost, up one step at a time, less often after each step that failed. Audio is always sent.
 */
export class Downlink {
  #estimate: BandwidthEstimate;
  #handlers: Handlers;
  #tryEveryMs = FIRST_TRY_MS;
  #calmSince: number | undefined;
  #steppedUpAt = -Infinity;
  #failedAt = -Infinity;
  #limited = new Map<Subscription, number>();

  constructor(estimate: BandwidthEstimate, handlers: Handlers) {
    this.#estimate = estimate;
    this.#handlers = handlers;
  }

  /** To be called when the estimate changes, and a few times a second. */
  adjust(nowMs: number): void {
    const pictures = [...this.#handlers.subscriptions()].filter(({ track }) => track.kind === 'video');
    for (const picture of pictures) this.#start(picture, nowMs);
    if (this.#estimate.isCalm) this.#rise(pictures, nowMs);
    else this.#lowerQuality(pictures, nowMs);
  }

  /** A video begins with the best layer that the estimate allows, and changes when its layer ends. */
  #start(picture: Subscription, nowMs: number): void {
    if (picture.isDisabled && picture.target !== undefined) picture.choose(undefined);
    if (picture.isDisabled || picture.isPaused) return;
    const usable = picture.usable(nowMs);
    const isMeasured = areMeasured(usable);
    const isUnderWay = usable.some(({ rid }) => rid === picture.target);
    const isKept = isUnderWay && (picture.isSettled || !isMeasured);
    if (!isKept) this.#choose(picture, usable);
    else if (picture.current !== picture.target) picture.choose(picture.target);
    if (isMeasured) picture.isSettled = true;
  }

  #choose(picture: Subscription, usable: readonly Layer[]): void {
    const budget = this.#estimate.bitsPerSecond * SHARE;
    const best = usable.findLast(({ bitsPerSecond }) => bitsPerSecond <= budget) ?? usable[0];
    // Before the first packet the layers are unknown: the lowest is requested, so that something is shown soon.
    const rid = best?.rid ?? picture.target ?? picture.track.rids[0];
    if (rid !== undefined) picture.choose(rid);
  }

  #lowerQuality(pictures: readonly Subscription[], nowMs: number): void {
    this.#calmSince = undefined;
    const budget = this.#estimate.bitsPerSecond * SHARE;
    if (loadOf(pictures, nowMs) <= budget) return;
    if (nowMs - this.#steppedUpAt < TRIAL_MS) {
      this.#tryEveryMs = Math.min(LAST_TRY_MS, this.#tryEveryMs * 2);
      this.#steppedUpAt = -Infinity;
      this.#failedAt = nowMs;
    }
    let left = budget;
    for (const [index, picture] of pictures.entries()) {
      const usable = picture.usable(nowMs);
      const share = left / (pictures.length - index);
      const fitting = usable.findLast(({ bitsPerSecond }) => bitsPerSecond <= share);
      const [smallest] = usable;
      if (fitting) {
        picture.choose(fitting.rid);
        left -= fitting.bitsPerSecond;
      } else if (smallest && pictures.length === 1) {
        picture.choose(smallest.rid);
        this.#limit(picture, share);
      } else if (smallest) this.#pause(picture);
    }
  }

  #rise(pictures: readonly Subscription[], nowMs: number): void {
    this.#calmSince ??= nowMs;
    if (nowMs - this.#calmSince < this.#tryEveryMs) return;
    this.#calmSince = nowMs;
    if (nowMs - this.#failedAt > FORGOTTEN_MS) this.#tryEveryMs = FIRST_TRY_MS;
    // Small videos of everybody come before a large one of one person.
    for (const picture of pictures.toSorted((a, b) => Number(b.isPaused) - Number(a.isPaused))) {
      if (this.#lift(picture) || this.#stepUp(picture, nowMs)) {
        this.#steppedUpAt = nowMs;
        return;
      }
    }
  }

  #stepUp(picture: Subscription, nowMs: number): boolean {
    const usable = picture.usable(nowMs);
    if (picture.isPaused) {
      picture.isPaused = false;
      this.#handlers.onPaused(picture);
      picture.choose(usable[0]?.rid);
      return true;
    }
    const at = usable.findIndex(({ rid }) => rid === picture.target);
    const next = usable[at + 1];
    if (at === -1 || !next) return false;
    picture.choose(next.rid);
    return true;
  }

  #pause(picture: Subscription): void {
    if (picture.isPaused) return;
    picture.isPaused = true;
    picture.choose(undefined);
    this.#handlers.onPaused(picture);
  }

  #limit(picture: Subscription, bitsPerSecond: number): void {
    this.#limited.set(picture, bitsPerSecond);
    this.#handlers.limitSender(picture, bitsPerSecond);
  }

  #lift(picture: Subscription): boolean {
    const limit = this.#limited.get(picture);
    if (limit === undefined) return false;
    const raised = limit * 1.5;
    if (raised < this.#estimate.bitsPerSecond * 2 && raised < NO_LIMIT) this.#limit(picture, raised);
    else {
      this.#limited.delete(picture);
      this.#handlers.limitSender(picture, NO_LIMIT);
    }
    return true;
  }
}

function areMeasured(layers: readonly Layer[]): boolean {
  return layers.length > 0 && layers.every(({ bitsPerSecond }) => bitsPerSecond > 0);
}

function loadOf(pictures: readonly Subscription[], nowMs: number): number {
  return pictures.reduce((sum, picture) => {
    const layer = picture.track.layers(nowMs).find(({ rid }) => rid === picture.target);
    return sum + (layer?.bitsPerSecond ?? 0);
  }, 0);
}
