import type { StandInAnswer } from '../http-stand-in.ts';
import { templateErrorOf, type TemplateError, type MimeOf } from './new-template.ts';
import type { Component, MetaTemplate } from './template-types.ts';

type Parameter = { type: string; text?: string; parameter_name?: string };
type Sent = { type: string; index?: string; parameters?: Parameter[] };
export type SentTemplate = { name?: string; language?: { code?: string }; components?: Sent[] };

type Refuse = (code: number, message: string, details: string) => StandInAnswer;
type Options = {
  refuse: Refuse;
  /** Returns the MIME type of the file behind a handle. */
  mimeOf: MimeOf;
  hasNew: (template: MetaTemplate) => void;
};

/** Smaller than Meta's pages, so that there are several. */
const PAGE = 2;
const VARIABLE = /\{\{(\w+)\}\}/g;

/** The templates of a business: listed in pages, and checked as Meta does when they are used. */
export function createTemplates({ refuse, mimeOf, hasNew }: Options) {
  const kept: MetaTemplate[] = [];
  const find = (name: string, language: string) =>
    kept.find((one) => one.name === name && one.language === language);

  function page(query: URLSearchParams): StandInAnswer {
    const start = Number(query.get('after') ?? 0);
    const data = kept
      .slice(start, start + PAGE)
      .map((one, at) => ({ id: String(7000 + start + at), ...one }));
    const after = String(start + PAGE);
    const isLast = start + PAGE >= kept.length;
    const paging = { cursors: { before: String(start), after }, ...(!isLast && { next: 'https://more' }) };
    return { status: 200, body: { data, paging } };
  }

  /** Writes the template's text into the message, or returns why it is refused. */
  function write(sent: SentTemplate, message: { text: string }): StandInAnswer | undefined {
    const refused = refusalOf(sent, find(sent.name ?? '', sent.language?.code ?? ''), refuse);
    if (refused) return refused;
    message.text = wordsOf(sent, find);
    return undefined;
  }

  /** Accepts a new template for review, or returns what is wrong with it. */
  function add(given: Record<string, unknown>): StandInAnswer {
    const template = { ...given, status: 'PENDING' } as unknown as MetaTemplate;
    const mistake = templateErrorOf(template, mimeOf) ?? (find(template.name, template.language) && TAKEN);
    if (mistake) return { status: 400, body: { error: { code: 100, type: 'OAuthException', ...mistake } } };
    kept.push(template);
    hasNew(template);
    const { status, category } = template;
    return { status: 200, body: { id: String(7000 + kept.length - 1), status, category } };
  }

  return {
    page,
    write,
    add,
    /** All templates of the business; tests may change the list. */
    kept,
    set(name: string, language: string, status: string, reason: string): void {
      const known = find(name, language);
      if (known) Object.assign(known, { status, ...(reason !== 'NONE' && { rejected_reason: reason }) });
    },
  };
}

/** Returns why Meta would refuse to send this template, if it would. */
function refusalOf(
  { name = '', components = [] }: SentTemplate,
  known: MetaTemplate | undefined,
  refuse: Refuse,
): StandInAnswer | undefined {
  if (known?.status === 'PAUSED') return refuse(132_015, 'Template is paused', 'Low quality');
  if (known?.status !== 'APPROVED')
    return refuse(132_001, 'Template name does not exist in the translation', `${name} is not there`);
  return known.components
    .flatMap(parametersOf)
    .map((wanted) => refusalOfPart(wanted, components, refuse))
    .find((one) => one !== undefined);
}

function refusalOfPart(
  wanted: NeededParameter,
  components: readonly Sent[],
  refuse: Refuse,
): StandInAnswer | undefined {
  const { type, index, count, kind } = wanted;
  const given = components.find((one) => one.type === type && (one.index ?? '') === index)?.parameters ?? [];
  if (given.length !== count) {
    const details = `${type}: number of localizable_params (${given.length}) does not match the expected number of params (${count})`;
    return refuse(132_000, 'Number of parameters does not match the expected number of params', details);
  }
  if (given.every((one) => one.type === kind)) return undefined;
  return refuse(132_012, 'Parameter format does not match', `${type}: expected ${kind}`);
}

const TAKEN: TemplateError = {
  message: 'Invalid parameter',
  error_subcode: 2_388_024,
  error_user_title: 'Content in this language already exists',
  error_user_msg:
    'There is already content for this template in this language. You can create a new template and try again.',
};

type Find = (name: string, language: string) => MetaTemplate | undefined;

function wordsOf({ name = '', language, components }: SentTemplate, find: Find): string {
  const body = find(name, language?.code ?? '')?.components.find(({ type }) => type === 'BODY')?.text ?? '';
  const parameters = components?.find(({ type }) => type === 'body')?.parameters ?? [];
  return body.replace(VARIABLE, (held, key: string) => valueOf(parameters, key) ?? held);
}

type NeededParameter = { type: string; index: string; count: number; kind: string };

const valueOf = (parameters: readonly Parameter[], key: string): string | undefined =>
  parameters.find(({ parameter_name: name }) => name === key)?.text ?? parameters[Number(key) - 1]?.text;

const countIn = (text = ''): number => new Set([...text.matchAll(VARIABLE)].map(([, key]) => key)).size;

/** The number and type of the parameters that a part requires. */
function parametersOf({ type, format = 'TEXT', text, buttons = [] }: Component): NeededParameter[] {
  if (type === 'BODY') return [{ type: 'body', index: '', count: countIn(text), kind: 'text' }];
  if (type === 'HEADER') {
    const isText = format === 'TEXT';
    return [{ type: 'header', index: '', count: isText ? countIn(text) : 1, kind: format.toLowerCase() }];
  }
  return buttons.flatMap((button, at) =>
    button.type === 'URL'
      ? [{ type: 'button', index: String(at), count: countIn(button.url), kind: 'text' }]
      : [],
  );
}
