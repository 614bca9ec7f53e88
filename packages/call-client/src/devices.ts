import type { DailyCall, DailyInputSettings } from '@daily-co/daily-js';
import { canChooseSpeaker } from './playing.ts';

export const DEVICE_KINDS = ['microphone', 'camera', 'speaker'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];
type Device = { id: string; label: string };
/** The devices of each kind, and the one in use; empty where the browser offers no choice. */
export type Devices = Record<DeviceKind, { all: readonly Device[]; current: string }>;

/** The background effect of the own video. */
export type BackgroundEffect = 'none' | 'blur' | 'strong';
/** Choices of an earlier call. */
export type ChosenDevices = Partial<Record<DeviceKind, string>> & { background?: BackgroundEffect };

const NONE = { all: [], current: '' };
export const NO_DEVICES: Devices = { microphone: NONE, camera: NONE, speaker: NONE };

const BROWSER_KIND = {
  microphone: 'audioinput',
  camera: 'videoinput',
  speaker: 'audiooutput',
} as const satisfies Record<DeviceKind, MediaDeviceKind>;
const STRENGTH = { blur: 0.4, strong: 1 } as const;

/** Returns the devices of this machine, and which of them are in use. */
export async function readDevices(call: DailyCall): Promise<Devices> {
  const [{ devices }, { mic, camera, speaker }] = await Promise.all([
    call.enumerateDevices(),
    call.getInputDevices(),
  ]);
  const of = (kind: DeviceKind, current: object) => ({
    all: devices
      .filter((device) => device.kind === BROWSER_KIND[kind] && device.deviceId !== '')
      .map(({ deviceId: id, label }) => ({ id, label })),
    current: 'deviceId' in current ? String(current.deviceId) : '',
  });
  return {
    microphone: of('microphone', mic),
    camera: of('camera', camera),
    speaker: canChooseSpeaker() ? of('speaker', speaker) : NONE,
  };
}

/** A device that is used because another one is gone. */
export type ReplacedDevice = { kind: DeviceKind; label: string };

/** Returns the device that is in use without having been chosen, because the one before was unplugged or taken by another program. */
export function findReplacedDevice(
  before: Devices,
  now: Devices,
  asked: Partial<Record<DeviceKind, string>>,
): ReplacedDevice | null {
  for (const kind of ['microphone', 'camera'] as const) {
    const { current, all } = now[kind];
    const was = before[kind].current;
    if (was === '' || current === '' || current === was || current === asked[kind]) continue;
    return { kind, label: all.find(({ id }) => id === current)?.label ?? '' };
  }
  return null;
}

/** Switches to another device during the call. */
export async function chooseDevice(call: DailyCall, kind: DeviceKind, id: string): Promise<void> {
  if (kind === 'microphone') await call.setInputDevicesAsync({ audioDeviceId: id });
  else if (kind === 'camera') await call.setInputDevicesAsync({ videoDeviceId: id });
  else await call.setOutputDeviceAsync({ outputDeviceId: id });
}

/** Returns the part of an earlier choice that still exists, because a missing device must not prevent the call. */
export async function withoutMissingDevices({
  background,
  ...chosen
}: ChosenDevices): Promise<ChosenDevices> {
  const there = await globalThis.navigator?.mediaDevices?.enumerateDevices().catch(() => []);
  const kept = DEVICE_KINDS.flatMap((kind) => {
    const id = chosen[kind];
    const isThere = there?.some((each) => each.kind === BROWSER_KIND[kind] && each.deviceId === id);
    return id && isThere ? [[kind, id] as const] : [];
  });
  return { ...Object.fromEntries(kept), ...(background && { background }) };
}

/** Returns an earlier choice as the library's settings, so that the background is hidden from the first frame on. */
export function inputSettingsOf({
  microphone,
  camera,
  background = 'none',
}: ChosenDevices): DailyInputSettings {
  return {
    ...(microphone && { audio: { settings: { deviceId: microphone } } }),
    video: {
      ...(camera && { settings: { deviceId: camera } }),
      processor: backgroundProcessor(background),
    },
  };
}

export function backgroundProcessor(background: BackgroundEffect) {
  if (background === 'none') return { type: 'none' } as const;
  return { type: 'background-blur', config: { strength: STRENGTH[background] } } as const;
}
