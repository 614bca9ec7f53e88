import type { TrackState } from '../tracks/track-state.ts';
import { blockedBy, cameraErrorOf, type CameraError, type CaptureKind } from './camera-error.ts';
import { capture, type BrowserDevices } from './capture.ts';
import { Input } from './input.ts';

export type MediaEvents = {
  /** Called when a track is added, replaced, removed or muted; a muted track is kept and not sent. */
  onTrack: (kind: CaptureKind, track: MediaStreamTrack | undefined, isMuted: boolean) => void;
  onChange: () => void;
  onError: (error: CameraError, isOk: Record<CaptureKind, boolean>) => void;
  onDevices: () => void;
  /** Returns the processed track for a raw one. */
  process: (kind: CaptureKind, raw: MediaStreamTrack) => Promise<MediaStreamTrack>;
};

export type InputOptions = {
  isAllowed?: boolean;
  isOn?: boolean;
  settings?: MediaTrackConstraints;
  custom?: MediaStreamTrack | undefined;
};

const KINDS = ['audio', 'video'] as const;

/** Opens, changes and closes camera and microphone; its operations run one after the other. */
export class LocalMedia {
  readonly audio = new Input('audio');
  readonly video = new Input('video');
  #devices: BrowserDevices | undefined;
  #events: MediaEvents;
  #turn: Promise<unknown> = Promise.resolve();
  #generation = 0;

  constructor(devices: BrowserDevices | undefined, events: MediaEvents) {
    this.#devices = devices;
    this.#events = events;
  }

  configure(kind: CaptureKind, { isAllowed, isOn, settings, custom }: InputOptions): void {
    const input = this[kind];
    if (isAllowed !== undefined) input.isAllowed = isAllowed;
    if (isOn !== undefined) input.isOn = isOn;
    if (settings) input.settings = settings;
    if (custom) input.custom = custom;
  }

  states(): Record<CaptureKind, TrackState> {
    return { audio: this.audio.state(), video: this.video.state() };
  }

  /** Opens every device that is wanted and not open yet, in one permission prompt. */
  open(): Promise<void> {
    return this.#runInOrder(async () => {
      const missing = KINDS.filter((kind) => this[kind].isMissing);
      await this.#get(missing);
    });
  }

  switch(
    kind: CaptureKind,
    isOn: boolean,
    { isDiscarding = kind === 'video', isRemote = false } = {},
  ): Promise<void> {
    return this.#runInOrder(async () => {
      const input = this[kind];
      input.isOn = isOn;
      input.isOffByRemote = !isOn && isRemote;
      await this.#apply(input, isDiscarding);
    });
  }

  allow(kind: CaptureKind, isAllowed: boolean): Promise<void> {
    return this.#runInOrder(async () => {
      this[kind].isAllowed = isAllowed;
      await this.#apply(this[kind], true);
    });
  }

  permit(kind: CaptureKind, maySend: boolean): Promise<void> {
    return this.#runInOrder(async () => {
      if (this[kind].maySend === maySend) return;
      this[kind].maySend = maySend;
      // As when muted: the microphone stays open, so that there is no new permission prompt after a hold.
      await this.#apply(this[kind], kind === 'video');
    });
  }

  /** Switches to another device, other constraints, or a track of the application. */
  change(
    kind: CaptureKind,
    { settings = {}, custom }: Pick<InputOptions, 'settings' | 'custom'>,
  ): Promise<void> {
    return this.#runInOrder(async () => {
      const input = this[kind];
      const old = input.raw === input.custom ? undefined : input.raw;
      input.settings = settings;
      input.custom = custom;
      input.blocked = undefined;
      if (!input.isWanted) return this.#notify();
      // Some cameras can be opened only once, so the old track is stopped first.
      if (kind === 'video') old?.stop();
      input.raw = undefined;
      await this.#get([kind]);
      if (input.raw !== old) old?.stop();
    });
  }

  /** Keeps the device and applies the changed processor. */
  reprocess(kind: CaptureKind): Promise<void> {
    return this.#runInOrder(async () => {
      const input = this[kind];
      if (input.raw) await this.#useTrack(input, input.raw);
      this.#notify();
    });
  }

  release(): void {
    this.#generation += 1;
    for (const kind of KINDS) {
      this[kind].release();
      this[kind].blocked = undefined;
      this[kind].isLoading = false;
      this[kind].isOffByRemote = false;
      this[kind].maySend = true;
    }
  }

  #runInOrder(work: () => Promise<void> | void): Promise<void> {
    const generation = this.#generation;
    const turn = this.#turn.then(() => (generation === this.#generation ? work() : undefined));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #apply(input: Input, isDiscarding: boolean): Promise<void> {
    if (input.isWanted) {
      if (input.isMissing) return this.#get([input.kind]);
      if (input.track) input.track.enabled = true;
      this.#events.onTrack(input.kind, input.track, false);
      return this.#notify();
    }
    if (input.track) input.track.enabled = false;
    this.#events.onTrack(input.kind, input.track, true);
    if (isDiscarding) input.release();
    this.#notify();
  }

  async #get(kinds: CaptureKind[]): Promise<void> {
    const generation = this.#generation;
    const fromDevices = kinds.filter((kind) => !this[kind].custom);
    for (const kind of kinds) this[kind].isLoading = true;
    this.#events.onChange();
    const wanted = Object.fromEntries(fromDevices.map((kind) => [kind, this[kind].settings]));
    const { tracks, failures } = await capture(this.#devices, wanted);
    if (generation !== this.#generation) {
      for (const track of Object.values(tracks)) track.stop();
      return;
    }
    for (const kind of kinds) {
      const input = this[kind];
      input.isLoading = false;
      const raw = input.custom ?? tracks[kind];
      input.blocked = raw ? undefined : blockedBy(cameraErrorOf(failures[kind], [kind]));
      if (raw) await this.#useTrack(input, raw);
      else this.#lose(input);
    }
    this.#fail(failures);
    this.#notify();
    this.#events.onDevices();
  }

  async #useTrack(input: Input, raw: MediaStreamTrack): Promise<void> {
    const { kind } = input;
    const isNew = input.raw !== raw;
    input.raw = raw;
    input.track = await this.#events.process(kind, raw).catch(() => raw);
    // It may have been switched off while the permission prompt was open.
    input.track.enabled = input.isWanted;
    if (isNew) this.#watch(input, raw);
    this.#events.onTrack(kind, input.track, !input.isWanted);
  }

  #lose(input: Input): void {
    input.raw = undefined;
    input.track = undefined;
    this.#events.onTrack(input.kind, undefined, true);
  }

  #fail(failures: Partial<Record<CaptureKind, unknown>>): void {
    const failed = KINDS.filter((kind) => kind in failures);
    const [first] = failed;
    if (!first) return;
    const isOk = { audio: !this.audio.blocked, video: !this.video.blocked };
    this.#events.onError(cameraErrorOf(failures[first], failed), isOk);
  }

  #watch(input: Input, raw: MediaStreamTrack): void {
    const notifyIfCurrent = () => input.raw === raw && this.#notify();
    raw.addEventListener('mute', notifyIfCurrent);
    raw.addEventListener('unmute', notifyIfCurrent);
    raw.addEventListener('ended', () => {
      if (input.raw === raw) void this.#replaceLost(input, raw);
    });
  }

  /** Replaces a device that was unplugged or revoked by another one of its kind, if there is one. */
  #replaceLost(input: Input, raw: MediaStreamTrack): Promise<void> {
    return this.#runInOrder(async () => {
      if (input.raw !== raw || !input.isWanted) return;
      const { deviceId: _gone, ...rest } = input.settings;
      input.settings = rest;
      input.custom = undefined;
      await this.#get([input.kind]);
    });
  }

  #notify(): void {
    this.#events.onChange();
  }
}
