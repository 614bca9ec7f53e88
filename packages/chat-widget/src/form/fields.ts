import type { Answer, FormCustomField, FieldKind } from '@trunkline/contract';
import { LIMITS } from '../limits.ts';
import { EMAIL, PHONE } from '../chat/form.ts';
import type { LoadedForm, WebFormSubmission } from './api.ts';

/** The fields of a form, their values and their checks. Pure. */
export type Value = string | boolean | string[];
export type WebFormValues = Record<string, Value>;
export type FormFieldProblem = 'missing' | 'email' | 'phone' | 'number' | 'date' | 'link' | 'long' | 'wrong';
export type FormFieldProblems = Record<string, FormFieldProblem>;
type Kind = FieldKind | 'email' | 'phone';
export type WebFormField = {
  /** The name in the request; those of custom fields begin with `field-`. */
  name: string;
  /** Only of custom fields; labels of the others are in the texts. */
  label?: string;
  hint: string;
  kind: Kind;
  options: FormCustomField['options'];
  required: boolean;
  max: number;
};

const plain = (name: string, required: boolean, max: number, kind: Kind = 'line'): WebFormField => ({
  name,
  required,
  max,
  kind,
  hint: '',
  options: [],
});

const OWN = {
  email: { max: LIMITS.identity, kind: 'email' },
  phone: { max: LIMITS.phone, kind: 'phone' },
  subject: { max: LIMITS.subject, kind: 'line' },
} as const;

const MAX: Partial<Record<Kind, number>> = {
  line: LIMITS.answerLine,
  text: LIMITS.answerText,
  link: LIMITS.url,
};

/** Returns all fields in order: contact data, subject and custom fields, then the message. */
export function fieldsOf({ asked, custom }: Pick<LoadedForm, 'asked' | 'custom'>): WebFormField[] {
  const own = (name: keyof typeof OWN): WebFormField[] => {
    const wish = asked.find(({ field }) => field === name);
    return wish ? [plain(name, wish.required, OWN[name].max, OWN[name].kind)] : [];
  };
  const added = (entity: FormCustomField['entity']): WebFormField[] =>
    custom
      .filter((field) => field.entity === entity)
      .map(({ id, name, hint, kind, options, required }) => ({
        hint,
        kind,
        options,
        required,
        name: `field-${id}`,
        label: name,
        max: MAX[kind] ?? LIMITS.answerLine,
      }));
  return [
    plain('name', true, LIMITS.name),
    ...own('email'),
    ...own('phone'),
    ...added('customer'),
    ...own('subject'),
    ...added('ticket'),
    plain('message', true, LIMITS.visitorBody, 'text'),
  ];
}

export function check(fields: readonly WebFormField[], values: WebFormValues): FormFieldProblems {
  const complaints: FormFieldProblems = {};
  for (const field of fields) {
    const complaint = problemOf(field, values[field.name]);
    if (complaint) complaints[field.name] = complaint;
  }
  return complaints;
}

function problemOf({ kind, required, max }: WebFormField, value: Value = ''): FormFieldProblem | null {
  if (isEmpty(value)) return required ? 'missing' : null;
  const text = typeof value === 'string' ? value.trim() : '';
  return text.length > max ? 'long' : (CHECKS[kind]?.(text) ?? null);
}

function isEmpty(value: Value): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === false || (Array.isArray(value) && value.length === 0);
}

const CHECKS: Partial<Record<Kind, (text: string) => FormFieldProblem | null>> = {
  email: (text) => (EMAIL.test(text) ? null : 'email'),
  phone: (text) => (PHONE.test(text) ? null : 'phone'),
  number: (text) => (Number.isFinite(numberIn(text)) ? null : 'number'),
  date_time: (text) => (Number.isNaN(Date.parse(text)) ? 'date' : null),
};

const numberIn = (text: string): number => Number(text.replace(',', '.'));

type Content = Pick<WebFormSubmission, 'name' | 'email' | 'phone' | 'subject' | 'message' | 'fields'>;

/** Returns the values as the server takes them, without empty ones. */
export function contentOf(fields: readonly WebFormField[], values: WebFormValues): Content {
  const content: Record<string, string> = {};
  const answers: Record<string, Answer> = {};
  for (const { name, kind } of fields) {
    const value = values[name];
    if (value === undefined || isEmpty(value)) continue;
    const given = typeof value === 'string' ? value.trim() : value;
    const [, id] = /^field-(\d+)$/.exec(name) ?? [];
    if (id) answers[id] = answerOf(kind, given);
    else content[name] = String(given);
  }
  return { name: '', message: '', ...content, fields: answers };
}

function answerOf(kind: Kind, value: Value): Answer {
  if (kind === 'number') return numberIn(String(value));
  // The typed time is in the visitor's own time zone.
  if (kind === 'date_time') return new Date(String(value)).toISOString();
  return value;
}

/** Returns the server's complaints by field name. */
export function serverProblemsOf(details: unknown): FormFieldProblems {
  if (!Array.isArray(details)) return {};
  const complaints: FormFieldProblems = {};
  for (const { path, problem } of details as { path?: unknown; problem?: unknown }[]) {
    const name = String(path).replace('fields.', 'field-');
    if (problem === 'required') complaints[name] = 'missing';
    else if (problem === 'too_long') complaints[name] = 'long';
    else complaints[name] = name === 'email' || name === 'phone' ? name : 'wrong';
  }
  return complaints;
}
