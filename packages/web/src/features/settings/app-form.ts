import type { AppConfig, BodyOf, updateAppConfig } from '@trunkline/contract';
import { sameValue } from './same-value.ts';

export type MailForm = Omit<AppConfig['mail'], 'is_configured'> & { password: string };
export type AppForm = Omit<AppConfig, 'mail' | 'is_demo' | 'version'> & { mail: MailForm };
export type AppField = Exclude<keyof AppForm, 'mail'> | 'mail.host' | 'mail.port' | 'mail.from';

/** What the server takes for each number. */
export const RANGES = {
  reopen_window_hours: [0, 8760],
  offer_seconds: [5, 600],
  password_min_length: [8, 64],
  password_max_age_days: [0, 3650],
  session_hours: [1, 8760],
  'mail.port': [1, 65_535],
} as const;
export type RangedField = keyof typeof RANGES;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** The mail settings of a server that sends none. */
export const NO_MAIL: MailForm = {
  host: '',
  port: 587,
  secure: false,
  username: '',
  password: '',
  from: '',
};

const isOff = ({ host }: MailForm): boolean => host.trim() === '';

/** The form of the settings as they are. The mail password never comes back from the server. */
export function appFormOf(config: AppConfig): AppForm {
  const { mail, is_demo: _demo, version: _version, ...rest } = config;
  const { is_configured: _configured, ...server } = mail;
  return { ...rest, mail: { ...server, password: '' } };
}

/** Fields with values that the server would refuse. */
export function appProblems(form: AppForm, isZone: (zone: string) => boolean): ReadonlySet<AppField> {
  const numbers = Object.entries(RANGES).filter(([field, [min, max]]) => {
    const value = field === 'mail.port' ? form.mail.port : form[field as Exclude<RangedField, 'mail.port'>];
    return !Number.isInteger(value) || value < min || value > max;
  });
  const problems = new Set(numbers.map(([field]) => field as AppField));
  if (form.organisation.trim() === '') problems.add('organisation');
  if (!isZone(form.time_zone)) problems.add('time_zone');
  // Without a server nothing is sent, so nobody needs to be named as the sender.
  if (!isOff(form.mail) && !EMAIL.test(form.mail.from)) problems.add('mail.from');
  return problems;
}

/** Only what has changed. Mail settings go together, without the password when none was typed; without a server, none. */
export function appChanges(form: AppForm, config: AppConfig): BodyOf<typeof updateAppConfig> {
  const { mail: mailBefore, ...before } = appFormOf(config);
  const { mail, ...rest } = form;
  const changed = Object.entries(rest).filter(
    ([field, value]) => value !== before[field as keyof typeof before],
  );
  const { password, ...server } = mail;
  return {
    ...Object.fromEntries(changed),
    ...(!sameValue(mail, mailBefore) && {
      mail: isOff(mail) ? null : { ...server, ...(password !== '' && { password }) },
    }),
  };
}
