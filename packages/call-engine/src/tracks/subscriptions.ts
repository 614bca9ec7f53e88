import type { Subscription } from '../state.ts';
import { CAM_AND_SCREEN, type TrackKey } from '../transport/transport.ts';

type Wish = Record<string, unknown> | Subscription;

const isStandard = (key: TrackKey) => (CAM_AND_SCREEN as readonly string[]).includes(key);

const OLD_NAMES = {
  'cam-audio': 'audio',
  'cam-video': 'video',
  'screen-audio': 'screenAudio',
  'screen-video': 'screenVideo',
};

/** Whose tracks are wanted: everybody's, or those that were asked for one by one. */
export class Subscriptions {
  isAutomatic = true;
  #wishes = new Map<string, Wish>();

  reset(isAutomatic: boolean): void {
    this.isAutomatic = isAutomatic;
    this.#wishes.clear();
  }

  setAutomatic(isAutomatic: boolean): void {
    this.isAutomatic = isAutomatic;
    if (isAutomatic) this.#wishes.clear();
  }

  forget(id: string): void {
    this.#wishes.delete(id);
  }

  /** A wish for one participant: for all of their tracks, or track by track on top of what was wished before. */
  wish(id: string, wish: unknown): void {
    if (wish === 'avatar')
      this.#wishes.set(id, { audio: true, video: false, screenAudio: false, screenVideo: false });
    else if (isSubscription(wish)) this.#wishes.set(id, wish);
    else if (typeof wish === 'object' && wish !== null) {
      const before = this.#wishes.get(id);
      const base = typeof before === 'object' ? before : everything(before ?? this.isAutomatic);
      this.#wishes.set(id, { ...base, ...wish });
    }
  }

  /** The same, as the library reads it when it fills in the tracks of its older fields. */
  forLibrary(ids: string[]): Record<string, unknown> {
    if (this.isAutomatic && this.#wishes.size === 0) return { ALL: true };
    const each = ids.map((id) => [
      id,
      Object.fromEntries(Object.entries(OLD_NAMES).map(([name, key]) => [name, this.of(id, key)])),
    ]);
    return { ALL: this.isAutomatic, ...Object.fromEntries(each) };
  }

  of(id: string, key: TrackKey): Subscription {
    const wish = this.#wishes.get(id);
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
