import { withoutMediaDevices, type CaptureKind } from './camera-error.ts';

export type CaptureConstraints = Partial<Record<CaptureKind, MediaTrackConstraints>>;
export type Captured = {
  tracks: Partial<Record<CaptureKind, MediaStreamTrack>>;
  /** The errors of devices that could not be opened. */
  failures: Partial<Record<CaptureKind, unknown>>;
};

/** The devices of the page: `navigator.mediaDevices`, or a fake in tests. */
export type BrowserDevices = Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices' | 'getDisplayMedia'>;

const DEFAULTS: Record<CaptureKind, MediaTrackConstraints> = {
  audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
};

/**
 * Asks for camera and microphone in one permission prompt where both are wanted. If that fails, each is asked for
 * alone, so that somebody without a camera can still be heard.
 */
export async function capture(
  devices: BrowserDevices | undefined,
  wanted: CaptureConstraints,
): Promise<Captured> {
  const kinds = (['audio', 'video'] as const).filter((kind) => wanted[kind]);
  const result: Captured = { tracks: {}, failures: {} };
  if (!devices) {
    for (const kind of kinds) result.failures[kind] = withoutMediaDevices();
    return result;
  }
  if (kinds.length > 1) {
    const both = await ask(devices, wanted, kinds).catch(() => undefined);
    if (both) return { tracks: both, failures: {} };
  }
  for (const kind of kinds) {
    try {
      Object.assign(result.tracks, await ask(devices, wanted, [kind]));
    } catch (error) {
      result.failures[kind] = error;
    }
  }
  return result;
}

async function ask(
  devices: BrowserDevices,
  wanted: CaptureConstraints,
  kinds: CaptureKind[],
): Promise<Captured['tracks']> {
  const constraints = Object.fromEntries(
    kinds.map((kind) => [kind, { ...DEFAULTS[kind], ...exactly(wanted[kind]) }]),
  );
  const stream = await devices.getUserMedia(constraints);
  const [audio] = stream.getAudioTracks();
  const [video] = stream.getVideoTracks();
  return { ...(audio && { audio }), ...(video && { video }) };
}

/** Requires exactly the device that was chosen by its id; "default" is an alias of the browser and stays as it is. */
function exactly(settings: MediaTrackConstraints = {}): MediaTrackConstraints {
  const { deviceId, ...rest } = settings;
  return typeof deviceId === 'string' && deviceId !== ''
    ? { ...rest, deviceId: { exact: deviceId } }
    : settings;
}
