import type { Transport } from '../transport/transport.ts';
import type { Handlers, Wire } from '../wire.ts';
import { layerForHeight } from './tile-sizes.ts';

type VideoSetting = { layer?: number };
type Settings = Record<string, VideoSetting>;
type Update = Record<string, { layer?: number | 'inherit' } | 'inherit'> | 'inherit';

type Deps = {
  wire: Wire;
  transport: Pick<Transport, 'others' | 'chooseLayer'>;
  /** Heights at which videos are shown, by track id; they decide where no layer was requested. */
  heights: () => Map<string, number>;
};

type Choice = { id: string; key: string; sid: string; layer: number | undefined };

const LOOK_EVERY_MS = 1000;
const BASE = 'base';
const ALL = '*';

/** Which simulcast layer of each video is received: a base for everybody, and exceptions by participant. */
export class ReceiveSettings {
  #deps: Deps;
  #settings: Record<string, Settings> = {};
  #chosen = new Map<string, number | undefined>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'update-receive-settings': ({ receiveSettings }) => {
      this.update(receiveSettings as Record<string, Update>);
      return { receiveSettings: this.#settings };
    },
    'get-single-participant-receive-settings': ({ id, showInheritedValues }) => {
      const own = this.#settings[String(id)] ?? {};
      return { receiveSettings: showInheritedValues ? { ...this.#settings[BASE], ...own } : own };
    },
  };

  update(updates: Record<string, Update> = {}): void {
    const { [ALL]: all, ...named } = updates;
    if (all !== undefined) {
      for (const id of Object.keys(this.#settings)) if (id !== BASE) this.#merge(id, all);
      for (const { id } of this.#deps.transport.others()) this.#merge(id, all);
    }
    for (const [id, update] of Object.entries(named)) this.#merge(id, update);
    this.apply();
    this.#deps.wire.post({ action: 'receive-settings-updated', receiveSettings: { ...this.#settings } });
  }

  /** Applies the settings to all received videos, also those of new participants. */
  apply(): void {
    const heights = this.#deps.heights();
    for (const { id, tracks } of this.#deps.transport.others()) {
      for (const { key, kind, sid, track } of tracks) {
        const shown = track && layerForHeight(heights.get(track.id));
        if (kind === 'video') this.#choose({ id, key, sid, layer: this.layerOf(id, key) ?? shown });
      }
    }
  }

  /** Polls, because a page changes the size of tiles without an event. */
  start(): void {
    this.#timer = setInterval(() => this.apply(), LOOK_EVERY_MS);
  }

  /** Returns the requested layer of a video; undefined where none was requested. */
  layerOf(id: string, key: string): number | undefined {
    return this.#settings[id]?.[key]?.layer ?? this.#settings[BASE]?.[key]?.layer;
  }

  reset(): void {
    clearInterval(this.#timer);
    this.#settings = {};
    this.#chosen.clear();
  }

  #choose({ id, key, sid, layer }: Choice): void {
    if (this.#chosen.get(sid) === layer && this.#chosen.has(sid) === (layer !== undefined)) return;
    if (layer === undefined) this.#chosen.delete(sid);
    else this.#chosen.set(sid, layer);
    this.#deps.transport.chooseLayer(id, key, layer);
  }

  #merge(id: string, update: Update): void {
    if (update === 'inherit') {
      delete this.#settings[id];
      return;
    }
    const settings = { ...this.#settings[id] };
    for (const [key, setting] of Object.entries(update)) {
      if (setting === 'inherit' || setting.layer === 'inherit') delete settings[key];
      else settings[key] = { ...(setting.layer !== undefined && { layer: setting.layer }) };
    }
    this.#settings[id] = settings;
  }
}
