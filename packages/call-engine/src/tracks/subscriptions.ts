import type { Subscription } from '../state.ts';
import { CAM_AND_SCREEN, type TrackKey } from '../transport/transport.ts';

type RequestedSubscription = Record<string, unknown> | Subscription;

const isStandard = (key: TrackKey) => (CAM_AND_SCREEN as readonly string[]).includes(key);

const OLD_NAMES = {
  'cam-audio': 'audio',
  'cam-video': 'video',
  'screen-audio': 'screenAudio',
  'screen-video': 'screenVideo',
};

/** Which tracks are subscribed: everybody's, or those that were requested one by one. */
export class Subscriptions {
  isAutomatic = true;
  #requests = new Map<string, RequestedSubscription>();

  reset(isAutomatic: boolean): void {
    this.isAutomatic = isAutomatic;
    this.#requests.clear();
  }

  setAutomatic(isAutomatic: boolean): void {
    this.isAutomatic = isAutomatic;
    if (isAutomatic) this.#requests.clear();
  }

  forget(id: string): void {
    this.#requests.delete(id);
  }

  /** Requests tracks of one participant: all of them, or single ones on top of earlier requests. */
  requestTracks(id: string, wish: unknown): void {
    if (wish === 'avatar')
      this.#requests.set(id, { audio: true, video: false, screenAudio: false, screenVideo: false });
    else if (isSubscription(wish)) this.#requests.set(id, wish);
    else if (typeof wish === 'object' && wish !== null) {
      const before = this.#requests.get(id);
      const base = typeof before === 'object' ? before : everything(before ?? this.isAutomatic);
      this.#requests.set(id, { ...base, ...wish });
    }
  }

  /** Returns the subscriptions as the library reads them to fill its older fields. */
  forLibrary(ids: string[]): Record<string, unknown> {
    if (this.isAutomatic && this.#requests.size === 0) return { ALL: true };
    const each = ids.map((id) => [
      id,
      Object.fromEntries(Object.entries(OLD_NAMES).map(([name, key]) => [name, this.of(id, key)])),
    ]);
    return { ALL: this.isAutomatic, ...Object.fromEntries(each) };
  }

  of(id: string, key: TrackKey): Subscription {
    const wish = this.#requests.get(id);
    if (wish === undefined) return this.isAutomatic;
    if (typeof wish !== 'object') return wish;
    const own = isStandard(key) ? wish[key] : customWish(wish['custom'], key);
    return isSubscription(own) ? own : false;
  }
}

function everything(wish: Subscription): Record<string, Subscription> {
  return Object.fromEntries([...CAM_AND_SCREEN, 'custom'].map((key) => [key, wish]));
}

function customWish(custom: unknown, key: TrackKey): unknown {
  return typeof custom === 'object' && custom !== null ? (custom as Record<string, unknown>)[key] : custom;
}

const isSubscription = (value: unknown): value is Subscription =>
  typeof value === 'boolean' || value === 'staged';
