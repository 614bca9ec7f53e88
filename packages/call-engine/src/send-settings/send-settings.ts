import type { Handlers, Wire } from '../wire.ts';

type Settings = Record<string, unknown>;
type Deps = {
  wire: Wire;
  /** Called when a track's settings have changed, to send it accordingly. */
  apply: (key: string, setting: unknown) => void;
};

const DEFAULTS: Settings = { video: 'default-video' };

/** How videos are sent: by a preset's name, or layer by layer. */
export class SendSettings {
  #deps: Deps;
  #settings: Settings = DEFAULTS;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'update-send-settings': ({ sendSettings }) => {
      this.update(sendSettings as Settings);
      return { sendSettings: this.#settings };
    },
  };

  of(key: string): unknown {
    return this.#settings[key];
  }

  update(change: Settings = {}): void {
    this.#settings = { ...this.#settings, ...change };
    for (const key of Object.keys(change)) this.#deps.apply(key, this.#settings[key]);
    this.#deps.wire.post({ action: 'send-settings-updated', sendSettings: this.#settings });
  }

  reset(): void {
    this.#settings = DEFAULTS;
  }
}
