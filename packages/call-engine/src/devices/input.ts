import { OFF, type Blocked, type Off, type TrackState } from '../tracks/track-state.ts';
import type { Kind } from './camera-error.ts';

/** The camera or the microphone: what is wanted of it, and how it stands. */
export class Input {
  readonly kind: Kind;
  /** The application lets us use it at all. */
  isAllowed = true;
  /** The user wants it on. */
  isOn = true;
  /** The room lets us send it. */
  maySend = true;
  settings: MediaTrackConstraints = {};
  /** A track of the application's own, in place of a device. */
  custom: MediaStreamTrack | undefined;
  /** As it comes from the device. */
  raw: MediaStreamTrack | undefined;
  /** As it is shown and sent: the raw one, or what a processor makes of it. */
  track: MediaStreamTrack | undefined;
  isLoading = false;
  blocked: Blocked | undefined;
  /** Somebody with the right to do so has switched it off. */
  isOffByRemote = false;

  constructor(kind: Kind) {
    this.kind = kind;
  }

  get isWanted(): boolean {
    return this.isAllowed && this.isOn && this.maySend;
  }

  get isMissing(): boolean {
    return this.isWanted && (!this.raw || this.raw.readyState === 'ended');
  }

  get isLive(): boolean {
    return this.isWanted && this.track?.readyState === 'live';
  }

  state(): TrackState {
    if (!this.isWanted) return { ...OFF, off: this.#whyOff() };
    if (this.blocked) return { subscribed: true, state: 'blocked', blocked: this.blocked };
    if (this.isLoading || !this.track) return { subscribed: true, state: 'loading' };
    return { subscribed: true, state: this.raw?.muted && !this.custom ? 'interrupted' : 'playable' };
  }

  #whyOff(): Off {
    if (!this.maySend) return { byCanSendPermission: true };
    return this.isOffByRemote ? { byUser: true, byRemoteRequest: true } : { byUser: true };
  }

  release(): void {
    // A track that the application brought is the application's to stop.
    if (this.raw !== this.custom) this.raw?.stop();
    this.raw = undefined;
    this.track = undefined;
  }
}
