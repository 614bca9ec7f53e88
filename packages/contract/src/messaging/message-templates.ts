import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { messagingFault } from './messaging.ts';
import { id, idText, line, timestamp } from '../kit/shapes.ts';

/** Max. length of a variable's value, which must be on one line. */
export const TEMPLATE_VALUE_MAX = 1024;

/** The header above the text; `text` is empty for all kinds but text. */
const templateHeader = z.object({
  kind: z.enum(['none', 'text', 'image', 'video', 'document', 'other']),
  text: z.string(),
});
/** `value`: the address or number of the button. */
const templateButton = z.object({
  kind: z.enum(['quick_reply', 'url', 'phone', 'other']),
  text: z.string(),
  value: z.string(),
});

/** A template as the provider stores it, with its variables: {{1}}, or {{name}}. */
export const templateContent = z.object({
  header: templateHeader,
  body: z.string(),
  footer: z.string(),
  buttons: z.array(templateButton),
});
export type TemplateContent = z.infer<typeof templateContent>;

/** `other`: another state of the provider, in which it cannot be sent. */
export const TEMPLATE_STATES = ['approved', 'pending', 'rejected', 'paused', 'disabled', 'other'] as const;

/** A message that the provider has approved, which may be sent even if the customer has not written for long. */
export const messagingTemplate = z.object({
  id,
  name: z.string(),
  /** The provider's code: `id`, `en_US`. */
  language: z.string(),
  category: z.string(),
  state: z.enum(TEMPLATE_STATES),
  /** Why it was rejected, in the provider's words. */
  reason: z.string(),
  content: templateContent,
});
export type MessagingTemplate = z.infer<typeof messagingTemplate>;

/** WhatsApp refuses values with more than four consecutive spaces. */
const TOO_MANY_SPACES = / {5}/;

/** What WhatsApp would refuse in the value of a variable. */
export function templateValueProblem(value: string | undefined): 'missing' | 'spaces' | null {
  if (!value?.trim()) return 'missing';
  return TOO_MANY_SPACES.test(value.trim()) ? 'spaces' : null;
}

/** The template of a reply, and the values of its variables, by the keys of `templateSlots`. */
export const templateChoice = z.strictObject({
  id,
  values: z
    .record(z.string().regex(/^(header|body|button\.\d{1,2})\.\w{1,60}$/), line(TEMPLATE_VALUE_MAX))
    .refine((values) => Object.keys(values).length <= 100, { message: 'Too many values' }),
});
export type TemplateChoice = z.infer<typeof templateChoice>;

const fetched = z.object({
  templates: z.array(messagingTemplate),
  /** When the templates were last fetched from the provider. */
  fetched_at: timestamp.nullable(),
});

export const listAccountTemplates = endpoint({
  method: 'GET',
  path: '/api/messaging-accounts/:id/templates',
  permission: 'CONFIG_SOCIAL_MEDIA:VIEW',
  summary: 'Templates of an account, in every state.',
  params: z.object({ id: idText }),
  response: z.object({ data: fetched }),
});

export const refreshAccountTemplates = endpoint({
  method: 'POST',
  path: '/api/messaging-accounts/:id/templates/refresh',
  permission: 'CONFIG_SOCIAL_MEDIA:EDIT',
  orPermission: 'TEMPLATE_CONTENT:EDIT',
  summary: 'Load the templates of an account from its provider now. Returns the error, if any.',
  perMinute: 20,
  params: z.object({ id: idText }),
  body: z.strictObject({}),
  response: z.object({ data: fetched.extend({ fault: messagingFault.nullable(), said: z.string() }) }),
});

export const listTicketTemplates = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/message-templates',
  permission: 'TICKETS:REPLY',
  summary:
    'The templates that can be sent on this ticket: approved ones whose variables can be filled in, for the given conversation or else the one where the customer wrote last.',
  params: z.object({ id: idText }),
  query: z.object({ conversation_id: idText.optional() }),
  response: z.object({ data: z.array(messagingTemplate) }),
});

/** A variable of a template: the part that it is in, and its name. */
export type TemplateSlot = { key: string; part: 'header' | 'body' | 'button'; name: string };

const VARIABLE = /\{\{\s*(\w{1,60})\s*\}\}/g;

/** The variables of a template in order, each once. */
export function templateSlots({ header, body, buttons }: TemplateContent): TemplateSlot[] {
  const texts: [string, TemplateSlot['part'], string][] = [
    ['header', 'header', header.text],
    ['body', 'body', body],
    ...buttons.map(({ kind, value }, at): [string, TemplateSlot['part'], string] => [
      `button.${at}`,
      'button',
      kind === 'url' ? value : '',
    ]),
  ];
  return texts.flatMap(([prefix, part, text]) =>
    [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))].map((name) => ({
      key: `${prefix}.${name}`,
      part,
      name,
    })),
  );
}

/** A template as the customer sees it. Variables without a value yet stay as they are. */
export function filledTemplate(
  { header, body, footer, buttons }: TemplateContent,
  values: Readonly<Record<string, string>>,
): TemplateContent {
  const fill = (text: string, prefix: string) =>
    text.replace(VARIABLE, (held, name: string) => values[`${prefix}.${name}`] ?? held);
  return {
    header: { ...header, text: fill(header.text, 'header') },
    body: fill(body, 'body'),
    footer,
    buttons: buttons.map((button, at) => ({
      ...button,
      value: button.kind === 'url' ? fill(button.value, `button.${at}`) : button.value,
    })),
  };
}

/** Whether we can send it: all its parts are of kinds that we know. */
export const canFillTemplate = ({ header, buttons }: TemplateContent): boolean =>
  header.kind !== 'other' && buttons.every(({ kind }) => kind !== 'other');

/** Whether a file of this type can be the header. */
export const fitsTemplateHeader = (kind: TemplateContent['header']['kind'], mime: string): boolean =>
  kind === 'document' ||
  (kind === 'image' && /^image\/(jpeg|png)$/.test(mime)) ||
  (kind === 'video' && /^video\/(mp4|3gpp)$/.test(mime));
/** Whether its header is a photo, video or document. */
export const hasFileHeader = ({ header }: TemplateContent): boolean =>
  header.kind === 'image' || header.kind === 'video' || header.kind === 'document';
