import type { DailyCall, DailyInputSettings } from '@daily-co/daily-js';
import { canChooseSpeaker } from './playing.ts';

export const DEVICE_KINDS = ['microphone', 'camera', 'speaker'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];
type Device = { id: string; label: string };
/** What there is of a kind, and what is in use; nothing to choose from where the browser does not let one. */
export type Devices = Record<DeviceKind, { all: readonly Device[]; current: string }>;

/** What is done to the room behind one. */
export type Background = 'none' | 'blur' | 'strong';
/** What somebody chose in an earlier call. */
export type Chosen = Partial<Record<DeviceKind, string>> & { background?: Background };

const NONE = { all: [], current: '' };
export const NO_DEVICES: Devices = { microphone: NONE, camera: NONE, speaker: NONE };

const BROWSER_KIND = {
  microphone: 'audioinput',
  camera: 'videoinput',
  speaker: 'audiooutput',
} as const satisfies Record<DeviceKind, MediaDeviceKind>;
const STRENGTH = { blur: 0.4, strong: 1 } as const;

/** How things stand: the devices of this machine, and which of them are in use. */
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

/** A device that serves in place of the one that is gone. */
export type Replaced = { kind: DeviceKind; label: string };

/** What is in use now though nobody asked for it: the one before it was unplugged, or taken by another program. */
export function replacedIn(
  before: Devices,
  now: Devices,
  asked: Partial<Record<DeviceKind, string>>,
): Replaced | null {
  for (const kind of ['microphone', 'camera'] as const) {
    const { current, all } = now[kind];
    const was = before[kind].current;
    if (was === '' || current === '' || current === was || current === asked[kind]) continue;
    return { kind, label: all.find(({ id }) => id === current)?.label ?? '' };
  }
  return null;
}

/** Goes over to another device, in the middle of the call. */
export async function chooseDevice(call: DailyCall, kind: DeviceKind, id: string): Promise<void> {
  if (kind === 'microphone') await call.setInputDevicesAsync({ audioDeviceId: id });
  else if (kind === 'camera') await call.setInputDevicesAsync({ videoDeviceId: id });
  else await call.setOutputDeviceAsync({ outputDeviceId: id });
}

/** What of an earlier choice is still there: a device that has been sold must not cost anybody the call. */
export async function stillThere({ background, ...chosen }: Chosen): Promise<Chosen> {
  const there = await globalThis.navigator?.mediaDevices?.enumerateDevices().catch(() => []);
  const kept = DEVICE_KINDS.flatMap((kind) => {
    const id = chosen[kind];
    const isThere = there?.some((each) => each.kind === BROWSER_KIND[kind] && each.deviceId === id);
    return id && isThere ? [[kind, id] as const] : [];
  });
  return { ...Object.fromEntries(kept), ...(background && { background }) };
}

/** An earlier choice in the library's words, from the first picture on: nobody sees the room even for a moment. */
export function inputSettingsOf({ microphone, camera, background = 'none' }: Chosen): DailyInputSettings {
  return {
    ...(microphone && { audio: { settings: { deviceId: microphone } } }),
    video: {
      ...(camera && { settings: { deviceId: camera } }),
      processor: processorOf(background),
    },
  };
}

export function processorOf(background: Background) {
  if (background === 'none') return { type: 'none' } as const;
  return { type: 'background-blur', config: { strength: STRENGTH[background] } } as const;
}
