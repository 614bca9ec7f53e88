import type { CaptureKind } from './camera-error.ts';
import type { BrowserDevices } from './capture.ts';
import type { LocalMedia } from './local-media.ts';

type Info = Record<string, unknown>;
/** The camera, microphone and speaker in use; an empty object where none is known. */
export type DeviceInfos = { camera: Info; mic: Info; speaker: Info };

const DEVICE_KIND: Record<CaptureKind, MediaDeviceKind> = { audio: 'audioinput', video: 'videoinput' };

/** Returns the devices in use, with labels where the browser shows them. */
export async function devicesInUse(
  devices: BrowserDevices | undefined,
  media: LocalMedia,
  speakerId: string | undefined,
): Promise<DeviceInfos> {
  const all = await list(devices);
  const find = (kind: MediaDeviceKind, id: string | undefined): Info => {
    if (!id) return {};
    const known = all.find((device) => device.kind === kind && device.deviceId === id);
    return known ? toDeviceInfo(known) : { deviceId: id };
  };
  return {
    camera: media.video.custom ? {} : find('videoinput', idOf(media, 'video')),
    mic: media.audio.custom ? {} : find('audioinput', idOf(media, 'audio')),
    speaker: find('audiooutput', speakerId),
  };
}

/** Returns the device after the one in use, in the browser's order; after the last comes the first. */
export async function nextDevice(
  devices: BrowserDevices | undefined,
  media: LocalMedia,
  kind: CaptureKind,
): Promise<MediaDeviceInfo | undefined> {
  const all = (await list(devices)).filter((device) => device.kind === DEVICE_KIND[kind]);
  const at = all.findIndex(({ deviceId }) => deviceId === idOf(media, kind));
  return all.length < 2 ? undefined : all[(at + 1) % all.length];
}

export async function list(devices: BrowserDevices | undefined): Promise<MediaDeviceInfo[]> {
  return (await devices?.enumerateDevices().catch(() => [])) ?? [];
}

/** Copies a device's fields, because a MediaDeviceInfo itself cannot be posted in a message. */
export const toDeviceInfo = ({ deviceId, groupId, kind, label }: MediaDeviceInfo): Info => ({
  deviceId,
  groupId,
  kind,
  label,
});

function idOf(media: LocalMedia, kind: CaptureKind): string | undefined {
  const { raw, settings } = media[kind];
  const wanted = settings.deviceId;
  return raw?.getSettings().deviceId ?? (typeof wanted === 'string' ? wanted : undefined);
}
