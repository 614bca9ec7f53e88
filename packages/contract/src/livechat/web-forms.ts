import { z } from 'zod';
import { language } from '../kit/codes.ts';
import { answer, customField, FIELD_ENTITIES } from '../custom-fields/custom-fields.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { widgetSettings } from '../settings/settings.ts';
import { emailAddress } from '../mail/mail-address.ts';
import { clientKey, okResponse, id, idKey, idText, line, text, timestamp } from '../kit/shapes.ts';

/** What a form may ask for besides name and message, which it always asks for. */
export const FORM_FIELDS = ['email', 'phone', 'subject'] as const;
export type FormField = (typeof FORM_FIELDS)[number];

/** For how many days messages that were taken for spam are kept. */
export const FORM_SPAM_DAYS = 30;

/** The look of a form on a customer's site, its fields, and the mailbox for replies. */
export const webFormSettings = widgetSettings
  .pick({ color: true, title: true, default_language: true, allowed_sites: true })
  .extend({
    intro: z.record(language, text(300)),
    /** The text that is shown after sending. */
    thanks: z.record(language, line(300)),
    asked: z
      .array(z.strictObject({ field: z.enum(FORM_FIELDS), required: z.boolean() }))
      .max(FORM_FIELDS.length),
    /** Custom fields of tickets and customers, in order. */
    custom: z.array(z.strictObject({ id, required: z.boolean() })).max(LIMITS.formFields),
    /** The mailbox that sends replies to the typed address. Null: replies by e-mail are not possible. */
    mailbox_id: id.nullable(),
  });
export type WebFormSettings = z.infer<typeof webFormSettings>;

export const webForm = z.object({
  id,
  name: z.string(),
  /** Public: part of the script tag, and of the address of the form's own page. */
  key: z.string(),
  department_id: id,
  is_active: z.boolean(),
  settings: webFormSettings,
  updated_at: timestamp,
});
export type WebForm = z.infer<typeof webForm>;

export const listWebForms = endpoint({
  method: 'GET',
  path: '/api/web-forms',
  permission: 'CONFIG_MEDIA_CHAT:VIEW',
  summary: 'Forms for web sites, with their settings.',
  response: z.object({ data: z.array(webForm) }),
});

export const createWebForm = endpoint({
  method: 'POST',
  path: '/api/web-forms',
  permission: 'CONFIG_MEDIA_CHAT:EDIT',
  summary: 'Create a form for web sites.',
  body: z.strictObject({ name: line(LIMITS.name), department_id: id, settings: webFormSettings }),
  response: z.object({ data: webForm }),
});

export const updateWebForm = endpoint({
  method: 'PATCH',
  path: '/api/web-forms/:id',
  permission: 'CONFIG_MEDIA_CHAT:EDIT',
  summary: 'Change a form.',
  params: z.object({ id: idText }),
  body: z.strictObject({
    name: line(LIMITS.name).optional(),
    department_id: id.optional(),
    is_active: z.boolean().optional(),
    settings: webFormSettings.optional(),
  }),
  response: z.object({ data: webForm }),
});

/** Why a message was taken for spam. Screens have a sentence for each. */
export const SPAM_REASONS = [
  /** The hidden field was filled in. */
  'trap',
  /** It has more links than usual. */
  'links',
  /** Many messages within an hour from the same network, e-mail address or domain. */
  'often',
  /** Its e-mail address or phone number is blocked. */
  'blocked',
] as const;
export type SpamReason = (typeof SPAM_REASONS)[number];

/** A message that was taken for spam. */
export const formSpam = z.object({
  id,
  received_at: timestamp,
  reasons: z.array(z.enum(SPAM_REASONS)),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
});
export type FormSpam = z.infer<typeof formSpam>;

export const listFormSpam = endpoint({
  method: 'GET',
  path: '/api/web-forms/:id/spam',
  permission: 'CONFIG_MEDIA_CHAT:VIEW',
  summary: 'Suspected spam of the last 30 days, with the reason, newest first; older than `before` if given.',
  params: z.object({ id: idText }),
  query: z.strictObject({
    before: idText.optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(25),
  }),
  response: z.object({ data: z.array(formSpam), has_more: z.boolean() }),
});

export const acceptFormSpam = endpoint({
  method: 'POST',
  path: '/api/web-forms/:id/spam/:spamId/take',
  permission: 'CONFIG_MEDIA_CHAT:EDIT',
  summary: 'Create a ticket from suspected spam, once.',
  params: z.object({ id: idText, spamId: idText }),
  body: z.strictObject({}),
  response: z.object({ data: z.object({ ticket_id: id, number: z.string() }) }),
});

/** A custom field of a form, with its active options only. */
export const formCustomField = customField.pick({ id: true, name: true, kind: true, hint: true }).extend({
  entity: z.enum(FIELD_ENTITIES),
  options: z.array(z.object({ id: z.string(), name: z.string() })),
  required: z.boolean(),
});
export type FormCustomField = z.infer<typeof formCustomField>;

/** A proof of work that a browser must solve before sending, which makes mass sending costly. */
export const formChallenge = z.object({
  /** Valid once, and for a day. */
  token: z.string(),
  /** The SHA-256 of `<token>:<solution>` must begin with so many zero bits. */
  bits: z.number().int(),
  /** A message that is sent sooner is refused, since nobody fills in a form that fast. */
  wait_ms: z.number().int(),
});
export type FormChallenge = z.infer<typeof formChallenge>;

const formKey = z.object({ key: z.string().max(40) });

export const getForm = endpoint({
  method: 'GET',
  path: '/api/forms/:key',
  permission: 'public',
  summary:
    'A form as visitors see it, with what is needed to send it. Refused for sites that are not allowed.',
  perMinute: 60,
  params: formKey,
  response: z.object({
    data: webFormSettings
      .pick({ color: true, title: true, intro: true, thanks: true, default_language: true, asked: true })
      .extend({ custom: z.array(formCustomField), challenge: formChallenge }),
  }),
});

export const sendForm = endpoint({
  method: 'POST',
  path: '/api/forms/:key',
  permission: 'public',
  summary:
    'Send a form: it becomes a ticket. The same client_key creates one ticket, however often it is sent.',
  perMinute: 10,
  // All fields filled to their limits.
  bodyBytes: 400 * 1024,
  params: formKey,
  body: z.strictObject({
    client_key: clientKey,
    token: z.string().max(200),
    solution: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    language,
    name: line(LIMITS.name),
    email: emailAddress.optional(),
    phone: line(40).optional(),
    subject: line(LIMITS.subject).optional(),
    message: text(LIMITS.visitorBody).trim().min(1),
    fields: z.record(idKey, answer).default({}),
    page: text(LIMITS.url).default(''),
    /** A hidden field, which only bots fill in. */
    website: text(LIMITS.url).default(''),
  }),
  response: okResponse,
});
