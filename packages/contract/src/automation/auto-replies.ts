import { z } from 'zod';
import { LANGUAGES, mediaId, type Language } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { id, idText, text } from '../kit/shapes.ts';

/** Automatic replies: to a first message, outside office hours, while a customer waits or is silent, and at the end. */
export const AUTO_REPLY_KINDS = ['welcome', 'out_of_hours', 'holiday', 'busy', 'idle', 'closed'] as const;
export type AutoReplyKind = (typeof AUTO_REPLY_KINDS)[number];

const EVERYWHERE = ['customer.first_name', 'ticket.number', 'department'] as const;
/** The variables of each kind of reply. */
export const AUTO_REPLY_VARIABLES = {
  welcome: EVERYWHERE,
  out_of_hours: [...EVERYWHERE, 'opens_at'],
  holiday: [...EVERYWHERE, 'opens_at'],
  busy: [...EVERYWHERE, 'position', 'expected_wait'],
  idle: [...EVERYWHERE, 'closes_in'],
  closed: EVERYWHERE,
} as const satisfies Record<AutoReplyKind, readonly string[]>;
export type AutoReplyVariable = (typeof AUTO_REPLY_VARIABLES)[AutoReplyKind][number];
/** The values of variables. Where one is unknown, its line is left out. */
export type AutoReplyValues = Partial<Record<AutoReplyVariable, string>>;

/** The replies that can be sent by e-mail: there is no queue, and no silence. */
export const EMAIL_REPLY_KINDS: readonly AutoReplyKind[] = ['welcome', 'out_of_hours', 'holiday', 'closed'];

/** The range of: seconds of waiting for an agent, minutes of silence after a reply, and minutes after the reminder. */
export const AUTO_REPLY_TIMES = {
  after_seconds: { min: 10, max: 3600 },
  after_minutes: { min: 1, max: 1440 },
  close_after_minutes: { min: 1, max: 10_080 },
} as const;
type TimeName = keyof typeof AUTO_REPLY_TIMES;
const time = (name: TimeName) =>
  z.number().int().min(AUTO_REPLY_TIMES[name].min).max(AUTO_REPLY_TIMES[name].max);

const common = {
  is_on: z.boolean(),
  /** For a language without a text, that of the workspace is used, or else the other. */
  text: z.strictObject({ en: text(LIMITS.autoReply), id: text(LIMITS.autoReply) }),
};

/** All automatic replies of one account. */
export const autoReplies = z
  .strictObject({
    welcome: z.strictObject(common),
    out_of_hours: z.strictObject(common),
    holiday: z.strictObject(common),
    busy: z.strictObject({ ...common, after_seconds: time('after_seconds') }),
    idle: z.strictObject({
      ...common,
      after_minutes: time('after_minutes'),
      /** Minutes after the reminder; null: the conversation is not closed automatically. */
      close_after_minutes: time('close_after_minutes').nullable(),
    }),
    closed: z.strictObject(common),
  })
  .superRefine((replies, { addIssue }) => {
    for (const { path, message } of autoReplyProblems(replies))
      addIssue({ code: 'custom', path: [...path], message });
  });
export type AutoReplies = z.infer<typeof autoReplies>;

/** Why these replies are invalid: an active one needs a text, and may only contain its own variables. Pure. */
export function autoReplyProblems(replies: AutoReplies): {
  path: [kind: AutoReplyKind, 'text', language: Language];
  message: string;
  unknown: string[];
}[] {
  return AUTO_REPLY_KINDS.flatMap((kind) => {
    const { is_on: isOn, text: texts } = replies[kind];
    const known: readonly string[] = AUTO_REPLY_VARIABLES[kind];
    const isEmpty = isOn && LANGUAGES.every((language) => texts[language].trim() === '');
    return LANGUAGES.flatMap((language) => {
      const path: [AutoReplyKind, 'text', Language] = [kind, 'text', language];
      const unknown = variablesOf(texts[language]).filter((name) => !known.includes(name));
      if (unknown.length > 0) return [{ path, unknown, message: `Unknown variable: ${unknown.join(', ')}` }];
      return isEmpty ? [{ path, unknown, message: 'An active reply must have a text' }] : [];
    });
  });
}

/** Spaces around the name are trimmed afterwards: matched here they would take time by the cube of their number. */
const VARIABLE = /\{\{([^{}]*)\}\}/g;
const variablesOf = (line: string): string[] =>
  [...line.matchAll(VARIABLE)].map(([, name = '']) => name.trim());

/**
 * Fills in the variables of a text in one pass, so that values are not expanded themselves. A line with an unknown value is
 * left out; for an empty name the space before it is left out too. Pure.
 */
export function fillAutoReply(text: string, values: AutoReplyValues): string {
  const known = new Map(Object.entries(values));
  const lines = text.split('\n').flatMap((line) => {
    const names = variablesOf(line);
    if (names.some((name) => !known.has(name))) return [];
    const filled = line.replaceAll(/([ \t]*)\{\{([^{}]*)\}\}/g, (_, space: string, name: string) => {
      const value = known.get(name.trim()) ?? '';
      return value && space + value;
    });
    return [names.some((name) => known.get(name) === '') ? filled.replace(/^[\s,;:]+/, '') : filled];
  });
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const LOCALES: Record<Language, string> = { en: 'en-GB', id: 'id-ID' };
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A length of time in words: whole minutes, beyond two hours whole hours; at least one. Pure. */
export function durationWords(seconds: number, language: Language): string {
  const unit = seconds > 2 * HOUR ? 'hour' : 'minute';
  const count = Math.max(1, Math.ceil(seconds / (unit === 'hour' ? HOUR : MINUTE)));
  const format = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(LOCALES[language], format).format(count);
}

/** A day and a time in this time zone, in words. Pure. */
export function momentWords(at: Date, timeZone: string, language: Language): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const format = { ...day, hour: '2-digit', minute: '2-digit', hour12: false, timeZone } as const;
  return new Intl.DateTimeFormat(LOCALES[language], format).format(at);
}

/** Returns these replies with all kinds that are not in `kinds` turned off. Pure. */
export const limitReplyKinds = (replies: AutoReplies, kinds: readonly AutoReplyKind[]): AutoReplies => ({
  welcome: { ...replies.welcome, is_on: replies.welcome.is_on && kinds.includes('welcome') },
  out_of_hours: {
    ...replies.out_of_hours,
    is_on: replies.out_of_hours.is_on && kinds.includes('out_of_hours'),
  },
  holiday: { ...replies.holiday, is_on: replies.holiday.is_on && kinds.includes('holiday') },
  busy: { ...replies.busy, is_on: replies.busy.is_on && kinds.includes('busy') },
  idle: { ...replies.idle, is_on: replies.idle.is_on && kinds.includes('idle') },
  closed: { ...replies.closed, is_on: replies.closed.is_on && kinds.includes('closed') },
});

/** An account with its automatic replies. */
export const autoReplyAccount = z.object({
  id,
  name: z.string(),
  media_id: mediaId,
  department_id: id,
  is_active: z.boolean(),
  /** 0 until somebody saves them: nothing is sent yet, and the texts are suggestions. */
  version: z.number().int(),
  /** The kinds that its channel can send. All others are off. */
  kinds: z.array(z.enum(AUTO_REPLY_KINDS)),
  replies: autoReplies,
});
export type AutoReplyAccount = z.infer<typeof autoReplyAccount>;

export const listAutoReplies = endpoint({
  method: 'GET',
  path: '/api/auto-replies',
  permission: 'MEDIA_AUTOREPLIES:VIEW',
  summary: 'The automatic replies of every chat widget, messaging account and mailbox.',
  response: z.object({ data: z.array(autoReplyAccount) }),
});

export const updateAutoReplies = endpoint({
  method: 'PUT',
  path: '/api/auto-replies/:id',
  permission: 'MEDIA_AUTOREPLIES:EDIT',
  summary: 'Change the automatic replies of an account. A stale version is refused with the current one.',
  params: z.object({ id: idText }),
  body: z.strictObject({ version: z.number().int(), replies: autoReplies }),
  response: z.object({ data: autoReplyAccount }),
});

/** `details` of `stale`: the account's current replies. */
export const staleAutoRepliesDetails = z.object({ current: autoReplyAccount });
