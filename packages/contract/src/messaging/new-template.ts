import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { messagingFault } from './messaging.ts';
import { messagingProvider } from './messaging-providers.ts';
import { messagingTemplate, templateSlots, type TemplateContent } from './message-templates.ts';
import { fileRef, id, line, text, timestamp } from '../kit/shapes.ts';

/** The purposes of templates; WhatsApp's third one, `authentication`, has fixed texts. */
export const TEMPLATE_CATEGORIES = ['utility', 'marketing'] as const;

/** The languages in which WhatsApp approves templates, with its codes. */
export const TEMPLATE_LANGUAGES =
  'id en en_GB en_US af ar az bg bn ca cs da de el es es_AR es_ES es_MX et fa fi fil fr ga gu ha he hi hr hu it ja ka kk kn ko ky_KG lo lt lv mk ml mr ms nb nl pa pl pt_BR pt_PT ro ru rw_RW sk sl sq sr sv sw ta te th tr uk ur uz vi zh_CN zh_HK zh_TW zu'.split(
    ' ',
  );

/** WhatsApp's limits. */
export const NEW_TEMPLATE_LIMITS = {
  name: 512,
  header: 60,
  body: 1024,
  footer: 60,
  button: 25,
  url: 2000,
  phone: 20,
  buttons: 10,
  urls: 2,
  phones: 1,
} as const;
const MOST = NEW_TEMPLATE_LIMITS;

const MB = 1_000_000;
/** Files for the header: the types and sizes that WhatsApp accepts as an example. */
export const TEMPLATE_FILES = {
  image: { mimes: ['image/jpeg', 'image/png'], bytes: 5 * MB },
  video: { mimes: ['video/mp4'], bytes: 16 * MB },
  document: { mimes: ['application/pdf'], bytes: LIMITS.fileBytes },
} as const;
export const TEMPLATE_FILE_KINDS = ['image', 'video', 'document'] as const;

const emptyOr = (most: number) => z.union([z.literal(''), line(most)]);

/** A template to be submitted. `newTemplateProblems` checks the rest. */
const newTemplate = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .max(MOST.name),
  language: z.enum(TEMPLATE_LANGUAGES),
  category: z.enum(TEMPLATE_CATEGORIES),
  header: emptyOr(MOST.header),
  /** A header with a file. Each message has a file of its own; this one is the example for approval. */
  header_file: z.strictObject({ kind: z.enum(TEMPLATE_FILE_KINDS), file: fileRef.nullable() }).nullable(),
  body: text(MOST.body).trim().min(1),
  footer: emptyOr(MOST.footer),
  buttons: z
    .array(
      z.strictObject({
        kind: z.enum(['quick_reply', 'url', 'phone']),
        text: line(MOST.button),
        value: emptyOr(MOST.url),
      }),
    )
    .max(MOST.buttons),
  /** Example values of the variables, by the keys of `templateSlots`: WhatsApp requires them for approval. */
  examples: z.record(z.string().max(100), line(LIMITS.name)),
});
export type NewTemplate = z.infer<typeof newTemplate>;

/** The content of the new template. Quick replies come before links and numbers, as WhatsApp requires. */
export function newTemplateContent({
  header,
  header_file: file,
  body,
  footer,
  buttons,
}: Omit<NewTemplate, 'name' | 'language' | 'category' | 'examples'>): TemplateContent {
  const isAnswer = ({ kind }: { kind: string }) => kind === 'quick_reply';
  return {
    header: headerOf(file?.kind ?? (header ? 'text' : 'none'), header),
    body,
    footer,
    buttons: [...buttons.filter(isAnswer), ...buttons.filter((one) => !isAnswer(one))],
  };
}

const headerOf = (kind: TemplateContent['header']['kind'], words: string): TemplateContent['header'] => ({
  kind,
  text: kind === 'text' ? words : '',
});

export const NEW_TEMPLATE_PROBLEMS = [
  'missing',
  'name',
  'too_long',
  'edge',
  'mixed',
  'numbers',
  'variable_name',
  'one_variable',
  'no_variable',
  'example',
  'url',
  'phone',
  'same_text',
  'too_many',
  'file',
  'file_kind',
  'file_size',
] as const;
/** `path`: the field, for example `buttons.0.text` or `examples.body.1`. */
export type NewTemplateProblem = { path: string; problem: (typeof NEW_TEMPLATE_PROBLEMS)[number] };

/** What WhatsApp would reject for formal reasons. */
export function newTemplateProblems(template: NewTemplate): NewTemplateProblem[] {
  return [
    ...plainProblems(template),
    ...fileProblems(template),
    ...variableProblems(template),
    ...template.buttons.flatMap((button, at) => buttonProblems(button, at, template)),
    ...templateSlots(newTemplateContent(template))
      .filter(({ key }) => !template.examples[key]?.trim())
      .map(({ key }) => ({ path: `examples.${key}`, problem: 'example' as const })),
  ];
}

const VARIABLE = /\{\{\s*(\w{1,60})\s*\}\}/g;
const variablesOf = (words: string): string[] => [
  ...new Set([...words.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

function plainProblems({ name, header, body, footer }: NewTemplate): NewTemplateProblem[] {
  const words = { name, header, body, footer };
  const long = (['name', 'header', 'body', 'footer'] as const).filter(
    (path) => words[path].length > MOST[path],
  );
  const found: (NewTemplateProblem | false)[] = [
    ...long.map((path) => ({ path, problem: 'too_long' as const })),
    !/^[a-z0-9_]+$/.test(name) && { path: 'name', problem: name === '' ? 'missing' : 'name' },
    body.trim() === '' && { path: 'body', problem: 'missing' },
    variablesOf(footer).length > 0 && { path: 'footer', problem: 'no_variable' },
    variablesOf(header).length > 1 && { path: 'header', problem: 'one_variable' },
    /^\s*\{\{[^}]*\}\}|\{\{[^}]*\}\}\s*$/.test(body) && { path: 'body', problem: 'edge' },
  ];
  return found.filter((one) => one !== false);
}

function fileProblems({ header, header_file: above }: NewTemplate): NewTemplateProblem[] {
  if (!above) return [];
  const { mimes, bytes } = TEMPLATE_FILES[above.kind];
  const found: (NewTemplateProblem['problem'] | false)[] = [
    // A header has either a text or a file.
    (above.file === null || header !== '') && 'file',
    above.file !== null && !mimes.some((mime) => mime === above.file?.mime) && 'file_kind',
    above.file !== null && above.file.size > bytes && 'file_size',
  ];
  return found.filter((one) => one !== false).map((problem) => ({ path: 'header_file', problem }));
}

/** Variables are numbered from 1, or all have names, over header and body together. */
function variableProblems({ header, body }: NewTemplate): NewTemplateProblem[] {
  const isNumber = (name: string) => /^\d+$/.test(name);
  const names = [...variablesOf(header), ...variablesOf(body)];
  if (names.some(isNumber) && !names.every(isNumber)) return [{ path: 'body', problem: 'mixed' }];
  if (names.some((name) => !isNumber(name) && !/^[a-z][a-z0-9_]*$/.test(name)))
    return [{ path: 'body', problem: 'variable_name' }];
  return (['header', 'body'] as const).flatMap((path) => {
    const own = variablesOf(path === 'header' ? header : body);
    const isCounted = own.every((name, at) => !isNumber(name) || own.includes(String(at + 1)));
    return isCounted ? [] : [{ path, problem: 'numbers' as const }];
  });
}

type Button = NewTemplate['buttons'][number];

function buttonProblems(button: Button, at: number, { buttons }: NewTemplate): NewTemplateProblem[] {
  const { kind, text: words, value } = button;
  const isEmpty = words.trim() === '';
  const isSame = buttons.some((other, place) => place < at && other.text.trim() === words.trim());
  const before = buttons.slice(0, at).filter((other) => other.kind === kind).length;
  const most = { quick_reply: MOST.buttons, url: MOST.urls, phone: MOST.phones }[kind];
  const found: (NewTemplateProblem['problem'] | false)[] = [
    isEmpty && 'missing',
    words.length > MOST.button && 'too_long',
    !isEmpty && isSame && 'same_text',
    variablesOf(words).length > 0 && 'no_variable',
    before >= most && 'too_many',
  ];
  return [
    ...found.filter((one) => one !== false).map((problem) => ({ path: `buttons.${at}.text`, problem })),
    ...(leadsSomewhere(kind, value)
      ? []
      : [{ path: `buttons.${at}.value`, problem: kind as 'url' | 'phone' }]),
  ];
}

function leadsSomewhere(kind: Button['kind'], value: string): boolean {
  if (kind === 'url') return isAddress(value);
  return kind !== 'phone' || /^\+\d{6,19}$/.test(value);
}

/** A web address with at most one variable, {{1}}, at its end. */
function isAddress(value: string): boolean {
  const isShort = value.length <= MOST.url;
  return isShort && /^https?:\/\/[^\s{}/]+\.[^\s{}/]+(\/[^\s{}]*)?$/.test(value.replace(/\{\{1\}\}$/, ''));
}

/** An account whose provider approves templates, with all its templates. */
const templateAccount = z.object({
  account_id: id,
  name: z.string(),
  provider: messagingProvider,
  /** The address as customers know it. */
  shown_address: z.string(),
  is_active: z.boolean(),
  /** Whether its business id is set, which is needed to fetch templates. */
  has_business: z.boolean(),
  fetched_at: timestamp.nullable(),
  templates: z.array(messagingTemplate),
});
export type TemplateAccount = z.infer<typeof templateAccount>;

export const listMessageTemplates = endpoint({
  method: 'GET',
  path: '/api/message-templates',
  permission: 'TEMPLATE_CONTENT:VIEW',
  summary: 'The templates that providers review, by account, in every state.',
  response: z.object({ data: z.array(templateAccount) }),
});

export const uploadTemplateFile = endpoint({
  method: 'POST',
  path: '/api/message-templates/files',
  permission: 'TEMPLATE_CONTENT:EDIT',
  summary:
    'Upload the example photo, video or document of a new template. Files that are not submitted within a day are deleted.',
  upload: true,
  perMinute: 30,
  response: z.object({ data: fileRef }),
});

export const submitMessageTemplate = endpoint({
  method: 'POST',
  path: '/api/message-templates',
  permission: 'TEMPLATE_CONTENT:EDIT',
  summary:
    'Submit a new template to the provider. Returns the error, if any; the result of the review is announced by `settings-changed`.',
  perMinute: 20,
  body: newTemplate.extend({ account_id: id }),
  response: z.object({
    data: z.object({
      template: messagingTemplate.nullable(),
      fault: messagingFault.nullable(),
      said: z.string(),
    }),
  }),
});
