import { OFF, type BlockedReasons, type OffReasons, type TrackState } from '../tracks/track-state.ts';
import type { CaptureKind } from './camera-error.ts';

/** The state of the camera or the microphone: what is wanted of it, and its tracks. */
export class Input {
  readonly kind: CaptureKind;
  /** Whether the application allows its use at all. */
  isAllowed = true;
  /** Whether the user wants it on. */
  isOn = true;
  /** Whether the room permits sending it. */
  maySend = true;
  settings: MediaTrackConstraints = {};
  /** A track of the application, used instead of a device. */
  custom: MediaStreamTrack | undefined;
  /** The track as it comes from the device. */
  raw: MediaStreamTrack | undefined;
  /** The track that is shown and sent: the raw one, or the output of a processor. */
  track: MediaStreamTrack | undefined;
  isLoading = false;
  blocked: BlockedReasons | undefined;
  /** Switched off by an owner of the call. */
  isOffByRemote = false;

  constructor(kind: CaptureKind) {
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

  #whyOff(): OffReasons {
    if (!this.maySend) return { byCanSendPermission: true };
    return this.isOffByRemote ? { byUser: true, byRemoteRequest: true } : { byUser: true };
  }

  release(): void {
    // A track that the application provided is left for the application to stop.
    if (this.raw !== this.custom) this.raw?.stop();
    this.raw = undefined;
    this.track = undefined;
  }
}
