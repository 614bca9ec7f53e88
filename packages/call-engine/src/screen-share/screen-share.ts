import type { BrowserDevices } from '../devices/capture.ts';
import { encodingsFor } from '../send-settings/encodings.ts';
import { setLocalTrack, type EngineState } from '../state.ts';
import { OFF, type TrackState } from '../tracks/track-state.ts';
import type { Transport } from '../transport/transport.ts';
import type { Handlers, LibraryRequest, Wire } from '../wire.ts';

type Deps = {
  wire: Wire;
  devices: BrowserDevices | undefined;
  transport: Pick<Transport, 'send'>;
  state: () => EngineState;
  /** The application's own stream, provided beside the message. */
  sharedStream: () => MediaStream | undefined;
  maySend: () => boolean;
  onChange: () => void;
};

type Options = {
  displayMediaOptions?: DisplayMediaStreamOptions;
  mediaStream?: unknown;
  screenVideoSendSettings?: unknown;
  audio?: boolean;
};
type Part = 'video' | 'audio';
const KEYS = { video: 'screenVideo', audio: 'screenAudio' } as const;
const PARTS = ['video', 'audio'] as const;

/** Shares a screen: picks, shows and sends it, and ends it from either side. */
export class ScreenShare {
  #deps: Deps;
  #tracks: Partial<Record<Part, MediaStreamTrack>> = {};
  #isOff: Record<Part, boolean> = { video: false, audio: false };
  #settings: unknown;
  // A stream of the application is left for the application to stop.
  #isOwn = true;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'local-screen-start': (request) => this.#start(request),
    'local-screen-stop': () => this.stop(),
    'local-screen-update': (request) => this.#update(request),
  };

  get isSharing(): boolean {
    return this.#tracks.video !== undefined || this.#tracks.audio !== undefined;
  }

  states(): Record<'screenVideo' | 'screenAudio', TrackState> {
    return { screenVideo: this.#state('video'), screenAudio: this.#state('audio') };
  }

  /** Sends the screen with other settings from now on. */
  shape(settings: unknown): void {
    this.#settings = settings;
    void this.#send('video');
  }

  stop(): void {
    if (!this.isSharing) return;
    this.release();
    this.#deps.wire.post({ action: 'local-screen-share-stopped' });
    this.#deps.onChange();
  }

  release(): void {
    for (const part of PARTS) {
      const track = this.#tracks[part];
      if (this.#isOwn) track?.stop();
      this.#tracks[part] = undefined;
      this.#isOff[part] = false;
      setLocalTrack(this.#deps.state(), 'screen', part, undefined);
      if (track) void this.#deps.transport.send(KEYS[part], undefined).catch(() => undefined);
    }
  }

  #state(part: Part): TrackState {
    if (!this.#tracks[part] || this.#isOff[part]) return OFF;
    return { subscribed: true, state: 'playable' };
  }

  async #start({ captureOptions }: LibraryRequest): Promise<void> {
    const { wire, maySend } = this.#deps;
    const options = (captureOptions ?? {}) as Options;
    if (!maySend()) return this.#fail('You may not share your screen in this meeting');
    let stream: MediaStream;
    try {
      stream = await this.#capture(options);
    } catch (error) {
      // Closing the browser's picker is an answer and not an error.
      if ((error as Error).name === 'NotAllowedError')
        return wire.post({ action: 'local-screen-share-canceled' });
      return this.#fail((error as Error).message);
    }
    this.release();
    this.#isOwn = !options.mediaStream;
    if (options.screenVideoSendSettings) this.#settings = options.screenVideoSendSettings;
    this.#setTrack('video', stream.getVideoTracks()[0]);
    this.#setTrack('audio', stream.getAudioTracks()[0]);
    wire.post({ action: 'local-screen-share-started' });
    this.#deps.onChange();
    await Promise.all([this.#send('video'), this.#send('audio')]);
  }

  async #capture({ displayMediaOptions, mediaStream, audio }: Options): Promise<MediaStream> {
    const { devices, sharedStream } = this.#deps;
    const shared = mediaStream ? sharedStream() : undefined;
    if (shared) return shared;
    if (!devices?.getDisplayMedia) throw new Error('This browser cannot share a screen');
    return devices.getDisplayMedia(displayMediaOptions ?? { video: true, audio: audio ?? true });
  }

  #setTrack(part: Part, track: MediaStreamTrack | undefined): void {
    this.#tracks[part] = track;
    setLocalTrack(this.#deps.state(), 'screen', part, track);
    // The browser's own "stop sharing" button ends the track.
    track?.addEventListener('ended', () => {
      if (this.#tracks[part] === track && part === 'video') this.stop();
    });
  }

  async #send(part: Part): Promise<void> {
    const track = this.#tracks[part];
    if (!track) return;
    const isVideo = part === 'video';
    const encodings = isVideo ? encodingsFor('screenVideo', this.#settings) : undefined;
    const isContentText = this.#settings !== 'motion-optimized';
    await this.#deps.transport.send(KEYS[part], {
      kind: part,
      track,
      isMuted: this.#isOff[part],
      ...(encodings && { encodings }),
      isContentText,
    });
  }

  async #update({ options }: LibraryRequest): Promise<void> {
    const wanted = (options ?? {}) as Record<string, { enabled?: boolean } | undefined>;
    for (const part of PARTS) {
      const enabled = wanted[KEYS[part]]?.enabled;
      if (enabled === undefined || !this.#tracks[part]) continue;
      this.#isOff[part] = !enabled;
      await this.#send(part);
    }
    this.#deps.onChange();
  }

  #fail(errorMsg: string): void {
    this.#deps.wire.post({ action: 'nonfatal-error', type: 'screen-share-error', errorMsg });
  }
}
