import type { CaptureKind } from '../devices/camera-error.ts';
import type { InputOptions } from '../devices/local-media.ts';
import type { LibraryRequest } from '../wire.ts';

/** Tracks that the application provides. They cannot be posted in a message, so the library puts them on this object. */
export type SharedTracks = Partial<
  Record<'audioTrack' | 'videoTrack' | 'customTrack', MediaStreamTrack> & { screenMediaStream: MediaStream }
>;

type Processor = { type: string; config?: Record<string, unknown> };
type InputSetting = { settings?: MediaTrackConstraints & { customTrack?: unknown }; processor?: Processor };
export type InputSettings = Partial<Record<CaptureKind, InputSetting>>;

type Properties = {
  url?: unknown;
  token?: unknown;
  userName?: string;
  userData?: unknown;
  startVideoOff?: boolean;
  startAudioOff?: boolean;
  receiveSettings?: Record<string, unknown>;
};

type PreloadCache = {
  subscribeToTracksAutomatically?: boolean;
  allowLocalAudio?: boolean;
  allowLocalVideo?: boolean;
  outputDeviceId?: string | null;
  inputSettings?: InputSettings | null;
  sendSettings?: Record<string, unknown> | null;
  localAudioLevelObserver?: { interval?: number } | null;
  remoteParticipantsAudioLevelObserver?: { interval?: number } | null;
};

/** The library's settings for a call that begins. */
export type CallSettings = {
  url: unknown;
  token: string;
  userName: string | undefined;
  userData: unknown;
  /** Undefined where the application leaves it open. */
  isOff: Record<CaptureKind, boolean | undefined>;
  inputs: Record<CaptureKind, InputOptions>;
  inputSettings: InputSettings;
  isSubscribing: boolean;
  speakerId: string | undefined;
  sendSettings: Record<string, unknown> | undefined;
  receiveSettings: Record<string, unknown> | undefined;
  levels: { local: { interval?: number } | undefined; remote: { interval?: number } | undefined };
};

export function readSettings(
  { properties, preloadCache }: LibraryRequest,
  shared: SharedTracks,
): CallSettings {
  const said = (properties ?? {}) as Properties;
  const kept = (preloadCache ?? {}) as PreloadCache;
  const inputSettings = kept.inputSettings ?? {};
  return {
    url: said.url,
    token: typeof said.token === 'string' ? said.token : tokenIn(said.url),
    userName: said.userName,
    userData: said.userData,
    isOff: { audio: said.startAudioOff, video: said.startVideoOff },
    inputs: {
      audio: inputOf('audio', inputSettings, kept.allowLocalAudio, shared),
      video: inputOf('video', inputSettings, kept.allowLocalVideo, shared),
    },
    inputSettings,
    isSubscribing: kept.subscribeToTracksAutomatically ?? true,
    speakerId: kept.outputDeviceId ?? undefined,
    sendSettings: kept.sendSettings ?? undefined,
    receiveSettings: said.receiveSettings,
    levels: {
      local: kept.localAudioLevelObserver ?? undefined,
      remote: kept.remoteParticipantsAudioLevelObserver ?? undefined,
    },
  };
}

/** Returns the token in a room's address, because many programs pass on the address alone. */
function tokenIn(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? (new URL(url).searchParams.get('t') ?? '') : '';
}

function inputOf(
  kind: CaptureKind,
  settings: InputSettings,
  isAllowed: boolean | undefined,
  shared: SharedTracks,
): InputOptions {
  return { isAllowed: isAllowed ?? true, ...inputFrom(kind, settings[kind]?.settings, shared) };
}

/** Returns the constraints, or the application's own track where they contain its marker. */
export function inputFrom(
  kind: CaptureKind,
  settings: InputSetting['settings'],
  shared: SharedTracks,
): Pick<InputOptions, 'settings' | 'custom'> {
  const { customTrack, ...constraints } = settings ?? {};
  const track = kind === 'audio' ? shared.audioTrack : shared.videoTrack;
  return customTrack && track ? { settings: {}, custom: track } : { settings: constraints };
}
