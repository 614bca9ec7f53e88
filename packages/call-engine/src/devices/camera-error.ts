import type { BlockedReasons } from '../tracks/track-state.ts';

export type CaptureKind = 'audio' | 'video';

/** Why a device could not be opened, in the form of the library's `camera-error`. */
export type CameraError = { msg: string; type: CameraErrorType } & Record<string, unknown>;
export type CameraErrorType =
  | 'permissions'
  | 'not-found'
  | 'cam-in-use'
  | 'mic-in-use'
  | 'cam-mic-in-use'
  | 'constraints'
  | 'undefined-mediadevices'
  | 'unknown';

const IN_USE = { audio: 'mic-in-use', video: 'cam-in-use' } as const;

type Form = (msg: string, failed: CaptureKind[]) => CameraError;

const permissions: Form = (msg, failed) => ({
  type: 'permissions',
  msg,
  blockedBy: /system/i.test(msg) ? 'browser' : 'user',
  blockedMedia: failed,
});
const inUse: Form = (msg, failed) => ({
  type: failed.length > 1 ? 'cam-mic-in-use' : IN_USE[failed[0] ?? 'video'],
  msg,
});

const FORMS: Record<string, Form> = {
  NotAllowedError: permissions,
  SecurityError: permissions,
  NotFoundError: (msg, failed) => ({ type: 'not-found', msg, missingMedia: failed }),
  NotReadableError: inUse,
  AbortError: inUse,
  OverconstrainedError: (msg, failed) => ({
    type: 'constraints',
    msg,
    reason: 'invalid',
    failedMedia: failed,
  }),
  TypeError: (msg, failed) => ({ type: 'constraints', msg, reason: 'none-specified', failedMedia: failed }),
  NoMediaDevices: (msg) => ({ type: 'undefined-mediadevices', msg }),
};

/** Converts the browser's error for one or both devices to the library's form. */
export function cameraErrorOf(error: unknown, failed: CaptureKind[]): CameraError {
  const { name = '', message: msg = String(error) } = error as Partial<Error>;
  return FORMS[name]?.(msg, failed) ?? { type: 'unknown', msg };
}

/** Returns the reason for which a track is blocked, from the same error. */
export function blockedBy({ type }: CameraError): BlockedReasons {
  switch (type) {
    case 'permissions':
      return { byPermissions: true };
    case 'cam-in-use':
    case 'mic-in-use':
    case 'cam-mic-in-use':
      return { byDeviceInUse: true };
    default:
      return { byDeviceMissing: true };
  }
}

export function withoutMediaDevices(): Error {
  const message = 'navigator.mediaDevices is undefined: cameras and microphones need a page with HTTPS.';
  return Object.assign(new Error(message), { name: 'NoMediaDevices' });
}
