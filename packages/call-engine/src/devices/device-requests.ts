import { inputFrom, type SharedTracks } from '../join/call-settings.ts';
import type { Handlers, LibraryRequest, Wire } from '../wire.ts';
import type { CaptureKind } from './camera-error.ts';
import type { BrowserDevices } from './capture.ts';
import { devicesInUse, list, nextDevice, toDeviceInfo, type DeviceInfos } from './device-list.ts';
import type { LocalMedia } from './local-media.ts';

type Deps = {
  wire: Wire;
  media: LocalMedia;
  devices: BrowserDevices | undefined;
  shared: () => SharedTracks;
  isInitialised: () => boolean;
  /** Called when a device was changed by its id, because the library's input settings must report it as well. */
  onChosen: (kind: CaptureKind, settings: MediaTrackConstraints) => void;
};

/** Handles requests that choose, switch, cycle and report devices. */
export class DeviceRequests {
  #deps: Deps;
  #speakerId: string | undefined;
  #reported = '';

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'local-audio': ({ state, options }) => {
      const isDiscarding = Boolean(
        (options as { forceDiscardTrack?: boolean } | undefined)?.forceDiscardTrack,
      );
      return this.#deps.media.switch('audio', Boolean(state), { isDiscarding });
    },
    'local-video': ({ state }) => this.#deps.media.switch('video', Boolean(state)),
    'set-allow-local-audio': ({ state }) => this.#deps.media.allow('audio', Boolean(state)),
    'set-allow-local-video': ({ state }) => this.#deps.media.allow('video', Boolean(state)),
    'get-input-devices': () => this.#infosOrCache(),
    'set-input-devices': (request) => this.#choose(request),
    'set-output-device': ({ outputDeviceId }) => {
      if (typeof outputDeviceId === 'string') this.#speakerId = outputDeviceId;
      return this.#infosOrCache();
    },
    'enumerate-devices': async () => ({
      devices: (await list(this.#deps.devices)).map((each) => toDeviceInfo(each)),
    }),
    'cycle-camera': () => this.#cycle('video'),
    'cycle-mic': () => this.#cycle('audio'),
    'set-camera': async ({ cameraDeviceId }) => {
      await this.#applyChosen('video', { deviceId: String(cameraDeviceId) });
      return { device: (await this.infos()).camera };
    },
    'get-camera-facing-mode': () => ({
      facingMode: this.#deps.media.video.raw?.getSettings().facingMode ?? null,
    }),
  };

  setSpeaker(id: string | undefined): void {
    if (id) this.#speakerId = id;
  }

  infos = (): Promise<DeviceInfos> => devicesInUse(this.#deps.devices, this.#deps.media, this.#speakerId);

  /** Reports the devices in use when they have changed. */
  async reportDevices(): Promise<void> {
    const devices = await this.infos();
    const text = JSON.stringify(devices);
    if (text === this.#reported) return;
    this.#reported = text;
    this.#deps.wire.post({ action: 'selected-devices-updated', devices });
  }

  reset(): void {
    this.#reported = '';
  }

  /** Before a call begins, the library's own cache knows better which devices were chosen. */
  async #infosOrCache(): Promise<object> {
    if (!this.#deps.isInitialised()) return { returnPreloadCache: true };
    await this.reportDevices();
    return this.infos();
  }

  async #choose({ audioDeviceId, videoDeviceId }: LibraryRequest): Promise<object> {
    if (!this.#deps.isInitialised()) return { returnPreloadCache: true };
    await Promise.all([this.#chooseOne('audio', audioDeviceId), this.#chooseOne('video', videoDeviceId)]);
    return this.infos();
  }

  async #chooseOne(kind: CaptureKind, chosen: unknown): Promise<void> {
    if (typeof chosen !== 'string' || chosen === '') return;
    const shared = this.#deps.shared();
    const track = kind === 'audio' ? shared.audioTrack : shared.videoTrack;
    // A track of the application is announced by a marker, a device by its id.
    const change = track
      ? inputFrom(kind, { customTrack: true }, shared)
      : { settings: { deviceId: chosen } };
    this.#deps.onChosen(kind, change.settings ?? {});
    await this.#deps.media.change(kind, change);
  }

  async #applyChosen(kind: CaptureKind, settings: MediaTrackConstraints): Promise<void> {
    this.#deps.onChosen(kind, settings);
    await this.#deps.media.change(kind, { settings });
  }

  async #cycle(kind: CaptureKind): Promise<object> {
    const next = await nextDevice(this.#deps.devices, this.#deps.media, kind);
    if (!next) return { device: null };
    await this.#applyChosen(kind, { deviceId: next.deviceId });
    return { device: toDeviceInfo(next) };
  }
}
