import type { CaptureKind } from '../devices/camera-error.ts';
import { inputFrom, type InputSettings as Settings, type SharedTracks } from '../join/call-settings.ts';
import type { InputOptions } from '../devices/local-media.ts';
import type { Handlers, LibraryRequest, Wire } from '../wire.ts';
import type { Processors, RunningProcessor } from './processors.ts';

type Deps = {
  wire: Wire;
  processors: Processors;
  shared: () => SharedTracks;
  isInitialised: () => boolean;
  change: (kind: CaptureKind, input: Pick<InputOptions, 'settings' | 'custom'>) => Promise<void>;
  reprocess: (kind: CaptureKind) => Promise<void>;
};

const KINDS = ['audio', 'video'] as const;
const NONE = { type: 'none' };

/** Constraints and processors of camera and microphone, such as a blurred background. */
export class InputSettings {
  #deps: Deps;
  #settings: Settings = {};
  #running: Partial<Record<CaptureKind, RunningProcessor>> = {};

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'update-input-settings': (request) => this.#update(request),
  };

  /** Takes the settings with which the call begins; unsupported ones are dropped with an error event. */
  begin(settings: Settings): void {
    this.#settings = settings;
    for (const kind of KINDS) {
      const type = settings[kind]?.processor?.type ?? 'none';
      if (!this.#isThere(kind, type)) {
        this.#fail(kind, type);
        this.#settings = { ...this.#settings, [kind]: { ...settings[kind], processor: NONE } };
      }
    }
  }

  /** Records a device that was chosen by other means in the settings. */
  chosen(kind: CaptureKind, settings: MediaTrackConstraints): void {
    this.#settings = { ...this.#settings, [kind]: { ...this.#settings[kind], settings } };
    this.#postSettings();
  }

  /** Returns the processed track. If the processor fails, an error event is sent and the raw track is used. */
  process = async (kind: CaptureKind, raw: MediaStreamTrack): Promise<MediaStreamTrack> => {
    await this.#stop(kind);
    const setting = this.#settings[kind]?.processor ?? NONE;
    const start = this.#deps.processors[kind]?.[setting.type];
    if (!start) return raw;
    try {
      const running = await start(raw, setting);
      this.#running[kind] = running;
      return running.track;
    } catch (error) {
      this.#post(kind, error instanceof Error ? error.message : String(error));
      this.#settings = { ...this.#settings, [kind]: { ...this.#settings[kind], processor: NONE } };
      this.#postSettings();
      return raw;
    }
  };

  reset(): void {
    this.#settings = {};
    for (const kind of KINDS) void this.#stop(kind);
  }

  async #update({ inputSettings }: LibraryRequest): Promise<unknown> {
    if (!this.#deps.isInitialised()) return { returnPreloadCache: true };
    const change = (inputSettings ?? {}) as Settings;
    for (const kind of KINDS) {
      const type = change[kind]?.processor?.type ?? 'none';
      if (!this.#isThere(kind, type)) throw new Error(this.#missing(kind, type));
    }
    for (const kind of KINDS) if (change[kind]) await this.#apply(kind, change[kind]);
    this.#postSettings();
    return { inputSettings: this.#settings };
  }

  async #apply(kind: CaptureKind, change: NonNullable<Settings[CaptureKind]>): Promise<void> {
    const before = this.#settings[kind];
    this.#settings = { ...this.#settings, [kind]: { ...before, ...change } };
    if (change.settings) {
      await this.#deps.change(kind, inputFrom(kind, change.settings, this.#deps.shared()));
    } else {
      await this.#deps.reprocess(kind);
    }
  }

  async #stop(kind: CaptureKind): Promise<void> {
    const running = this.#running[kind];
    delete this.#running[kind];
    await running?.stop().catch(() => undefined);
  }

  #isThere(kind: CaptureKind, type: string): boolean {
    return type === 'none' || this.#deps.processors[kind]?.[type] !== undefined;
  }

  #missing(kind: CaptureKind, type: string): string {
    return `The ${kind} processor "${type}" is not available`;
  }

  #fail(kind: CaptureKind, type: string): void {
    this.#post(kind, this.#missing(kind, type));
  }

  #post(kind: CaptureKind, errorMsg: string): void {
    this.#deps.wire.post({ action: 'nonfatal-error', type: `${kind}-processor-error`, errorMsg });
  }

  #postSettings(): void {
    this.#deps.wire.post({ action: 'input-settings-updated', inputSettings: this.#settings });
  }
}
