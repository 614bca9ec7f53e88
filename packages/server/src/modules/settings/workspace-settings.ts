import {
  CALL_PLATFORMS,
  type WorkspaceSettings,
  type BodyOf,
  type CallPlatform,
  type RecordingPolicy,
  type RecordingSettings,
  type updateWorkspaceSettings,
} from '@trunkline/contract';
import { AppError } from '#platform/errors';
import {
  isReachable,
  EMBEDDED_ROOMS_ONLY,
  type CallPlatformConfig,
} from '#platform/config/call-platform-config';
import type { MailConfig } from '#platform/config/mail-config';

/** The value of `mail` in app_config; the password is encrypted. */
export type StoredMail = {
  host: string;
  port: number;
  secure: boolean;
  username: string;
  sealed_password: string;
  from: string;
};

type Patch = BodyOf<typeof updateWorkspaceSettings>;

const VERSION = '0.1.0';

export const DEFAULT_TIME_ZONE = 'UTC';

const DEFAULTS: Omit<
  WorkspaceSettings,
  'logo' | 'mail' | 'recording' | 'room_platform' | 'phones_url' | 'version'
> = {
  organisation: 'Trunkline',
  time_zone: DEFAULT_TIME_ZONE,
  default_language: 'en',
  home_country: 'ID',
  reopen_window_hours: 72,
  ticket_number: { prefix: '', date: 'none', digits: 6 },
  offer_seconds: 30,
  password_min_length: 10,
  password_max_age_days: 180,
  session_hours: 12,
  is_demo: false,
  routing: { ring_seconds: 30, priority_seconds: 120, return_days: 7, weights: [] },
};

export const NO_RECORDING_SETTINGS: RecordingSettings = {
  voice: null,
  video: null,
  departments: [],
  keep_days: null,
};

/** The server's configuration. */
export type StartOptions = {
  /** The recording policy unless the settings choose one. */
  recording?: RecordingPolicy;
  /** The page with the simulated customers' phones. */
  phonesUrl?: string | null;
  /** The configured platforms of call rooms. */
  calls?: CallPlatformConfig;
  /** Which faults of servers in the private network a test of outgoing mail may reveal. */
  mail?: MailConfig;
};

/** The settings as screens get them: stored values and defaults, without secrets. */
export function toWorkspaceSettings(
  rows: Record<string, unknown>,
  given: StartOptions,
): Omit<WorkspaceSettings, 'logo'> {
  const mail = rows['mail'] as StoredMail | undefined;
  const { sealed_password: _, ...shown } = mail ?? emptyMail;
  const platforms = given.calls ?? EMBEDDED_ROOMS_ONLY;
  return {
    ...DEFAULTS,
    ...plainSettings(rows),
    recording: {
      ...NO_RECORDING_SETTINGS,
      ...(rows['recording'] as RecordingSettings | undefined),
      default: given.recording ?? 'always',
    },
    room_platform: {
      chosen: (rows['room_platform'] as CallPlatform | null | undefined) ?? null,
      default: platforms.current,
      available: CALL_PLATFORMS.filter((one) => isReachable(platforms, one)),
    },
    mail: { ...shown, is_configured: Boolean(mail?.host) },
    phones_url: rows['is_demo'] === true ? (given.phonesUrl ?? null) : null,
    version: VERSION,
  };
}

/** Everything that tells where and how the password would be sent. */
type MailServer = Omit<StoredMail, 'sealed_password' | 'from'>;

/**
 * The stored password is only kept for the same server, port, security and user: otherwise it could be sent to somebody else.
 */
function passwordFor(mail: MailServer, before: StoredMail | undefined): string {
  if (!before?.sealed_password) return '';
  if (placeOf(mail) === placeOf(before)) return before.sealed_password;
  throw new AppError('invalid', [
    { path: 'mail.password', message: 'Enter the password again for another server, port or user name' },
  ]);
}

const placeOf = ({ host, port, secure, username }: MailServer): string =>
  JSON.stringify([host, port, secure, username]);

export function toConfigRows(
  patch: Patch,
  before: Record<string, unknown>,
  seal: (text: string) => string,
): Record<string, unknown> {
  const { mail, recording, ...rest } = patch;
  const kept = before['recording'] as RecordingSettings | undefined;
  const plain = {
    ...rest,
    ...(recording && { recording: { ...NO_RECORDING_SETTINGS, ...kept, ...recording } }),
  };
  if (mail === undefined) return plain;
  if (mail === null) return { ...plain, mail: emptyMail };
  const { password, ...server } = mail;
  const was = before['mail'] as StoredMail | undefined;
  const sealed = password === undefined ? passwordFor(server, was) : password && seal(password);
  return { ...plain, mail: { ...server, sealed_password: sealed } satisfies StoredMail };
}

const emptyMail: StoredMail = {
  host: '',
  port: 587,
  secure: false,
  username: '',
  sealed_password: '',
  from: '',
};

/** Settings that are shown as they are stored; the others have screens of their own. */
function plainSettings(rows: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rows).filter(([key]) => key !== 'mail' && key !== 'retention'));
}

/** The platform of a new call: the chosen one while the server is configured for it, else the server's default. */
export const callPlatformOf = ({
  room_platform: { chosen, default: given, available },
}: WorkspaceSettings): CallPlatform => (chosen !== null && available.includes(chosen) ? chosen : given);
