import {
  TICKET_PREFIX,
  type WorkspaceSettings,
  type BodyOf,
  type CallPlatform,
  type RecordingSettings,
  type RoutingSettings,
  type updateWorkspaceSettings,
  onOneLine,
} from '@trunkline/contract';
import { sameValue } from '#shared/forms/same-value.ts';

export type MailForm = Omit<WorkspaceSettings['mail'], 'is_configured'> & { password: string };
/** How long recordings are kept is set on the privacy page instead. */
export type RecordingForm = Omit<RecordingSettings, 'keep_days'>;
type OwnSection = 'mail' | 'recording' | 'routing' | 'room_platform';
export type AppForm = Omit<WorkspaceSettings, OwnSection | 'logo' | 'is_demo' | 'phones_url' | 'version'> & {
  mail: MailForm;
  recording: RecordingForm;
  routing: RoutingSettings;
  room_platform: CallPlatform | null;
};
export type AppField =
  | Exclude<keyof AppForm, OwnSection>
  | 'mail.host'
  | 'mail.port'
  | 'mail.from'
  | `routing.${Exclude<keyof RoutingSettings, 'weights'>}`;

/** The limits that the server has for each number. */
export const RANGES = {
  reopen_window_hours: [0, 8760],
  offer_seconds: [5, 600],
  password_min_length: [8, 64],
  password_max_age_days: [0, 3650],
  session_hours: [1, 8760],
  'mail.port': [1, 65_535],
  'routing.ring_seconds': [5, 3600],
  'routing.priority_seconds': [0, 86_400],
  'routing.return_days': [0, 365],
} as const;
export type RangedField = keyof typeof RANGES;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** Mail settings for a workspace that sends no e-mail. */
export const NO_MAIL: MailForm = {
  host: '',
  port: 587,
  secure: false,
  username: '',
  password: '',
  from: '',
};

const isOff = ({ host }: MailForm): boolean => host.trim() === '';

/** Returns the form of the saved settings. The mail password is empty, because the server never sends it. */
export function appFormOf(config: WorkspaceSettings): AppForm {
  const {
    mail,
    recording,
    room_platform: { chosen },
    logo: _logo,
    is_demo: _demo,
    phones_url: _phones,
    version: _version,
    ...rest
  } = config;
  const { is_configured: _configured, ...server } = mail;
  const { default: _default, keep_days: _keepDays, ...rules } = recording;
  return {
    ...rest,
    mail: { ...server, password: '' },
    recording: rules,
    room_platform: chosen,
  };
}

function numberIn({ mail, recording: _recording, routing, ...rest }: AppForm, field: RangedField): number {
  switch (field) {
    case 'mail.port':
      return mail.port;
    case 'routing.ring_seconds':
      return routing.ring_seconds;
    case 'routing.priority_seconds':
      return routing.priority_seconds;
    case 'routing.return_days':
      return routing.return_days;
    default:
      return rest[field];
  }
}

/** Returns the fields that the server would refuse. */
export function appProblems(form: AppForm, isZone: (zone: string) => boolean): ReadonlySet<AppField> {
  const numbers = Object.entries(RANGES).filter(([field, [min, max]]) => {
    const value = numberIn(form, field as RangedField);
    return !Number.isInteger(value) || value < min || value > max;
  });
  const problems = new Set(numbers.map(([field]) => field as AppField));
  if (onOneLine(form.organisation) === '') problems.add('organisation');
  if (!TICKET_PREFIX.test(form.ticket_number.prefix)) problems.add('ticket_number');
  if (!isZone(form.time_zone)) problems.add('time_zone');
  // Without a mail server nothing is sent, so no sender address is needed.
  if (!isOff(form.mail) && !EMAIL.test(form.mail.from)) problems.add('mail.from');
  return problems;
}

/**
 * Returns only what has changed. Mail settings are sent together, without the password where none was typed, and as
 * null without a server.
 */
export function appChanges(form: AppForm, config: WorkspaceSettings): BodyOf<typeof updateWorkspaceSettings> {
  const {
    mail: mailBefore,
    recording: recordingBefore,
    routing: routingBefore,
    ...before
  } = appFormOf(config);
  const { mail, recording, routing, ...rest } = form;
  const changed = Object.entries(rest).filter(
    ([field, value]) => !sameValue(value, before[field as keyof typeof before]),
  );
  const { password, ...server } = mail;
  return {
    ...Object.fromEntries(changed),
    ...(!sameValue(routing, routingBefore) && { routing }),
    ...(!sameValue(recording, recordingBefore) && { recording }),
    ...(!sameValue(mail, mailBefore) && {
      mail: isOff(mail) ? null : { ...server, ...(password !== '' && { password }) },
    }),
  };
}
