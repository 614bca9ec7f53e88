import { z } from 'zod';
import type { Answer, Answers, CustomField } from './custom-fields.ts';
import { LIMITS } from '../kit/limits.ts';
import { line, text } from '../kit/shapes.ts';

/** Why a value is not a valid answer; screens have a text for each. */
export const ANSWER_PROBLEMS = ['invalid', 'too_long', 'no_option', 'not_here', 'off', 'required'] as const;
export type AnswerProblem = (typeof ANSWER_PROBLEMS)[number];

/** The answer as it is stored (null if empty), or the problem. */
export type ParsedAnswer = { answer: Answer | null } | { problem: AnswerProblem };

type Field = Pick<CustomField, 'kind' | 'options'>;
type TicketKind = { type_id: number | null; category_id: number | null };

const DATE = z.iso.date();
const MOMENT = z.iso.datetime({ offset: true });
// Years that JavaScript and PostgreSQL write in the same way.
const YEAR = /^[1-9]\d{3}-/;
const LINK = z.url({ protocol: /^(https?|mailto)$/ });
/** An address without a scheme, such as `shop.example/a`. Its last part must begin with a letter, or "1.5" would be one. */
const BARE_LINK = /^[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}[\p{L}\d-]+(:\d{1,5})?([/?#]\S*)?$/u;

/**
 * Validates an answer and converts it to its stored form. An inactive option is accepted if it was part of the answer `before`.
 */
export function readAnswer(field: Field, given: unknown, before?: Answer): ParsedAnswer {
  if (given === null || given === undefined) return { answer: null };
  if (typeof given === 'string' && given.trim() === '') return { answer: null };
  return READERS[field.kind](given, field, before);
}

/** Whether the field applies to tickets of this type and category. */
export function isFieldOfTicket(
  { type_ids: types, category_ids: categories }: Pick<CustomField, 'type_ids' | 'category_ids'>,
  { type_id: type, category_id: category }: TicketKind,
): boolean {
  return isAmong(type, types) && isAmong(category, categories);
}

const isAmong = (id: number | null, ids: readonly number[]): boolean =>
  ids.length === 0 || (id !== null && ids.includes(id));

/** The active fields whose required answer is missing, when something is created or a ticket is solved. */
export function missingFields<F extends Pick<CustomField, 'id' | 'is_active' | 'required'>>(
  fields: readonly F[],
  answers: Answers,
  when: 'create' | 'solve',
): F[] {
  const isDue = ({ required }: F) => required === 'create' || (required === 'solve' && when === 'solve');
  return fields.filter((field) => field.is_active && isDue(field) && answers[field.id] === undefined);
}

/** Whether two answers are equal. */
export function isSameAnswer(a: Answer | null | undefined, b: Answer | null | undefined): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return (a ?? null) === (b ?? null);
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

type Reader = (given: unknown, field: Field, before: Answer | undefined) => ParsedAnswer;
const INVALID = { problem: 'invalid' } as const;

const READERS: Record<CustomField['kind'], Reader> = {
  line: (given) => readText(given, line, LIMITS.answerLine),
  text: (given) => readText(given, text, LIMITS.answerText),
  number: (given) =>
    typeof given === 'number' && Number.isFinite(given) ? { answer: given === 0 ? 0 : given } : INVALID,
  date: (given) => (DATE.safeParse(given).success ? inYears(String(given)) : INVALID),
  date_time: (given) =>
    MOMENT.safeParse(given).success ? inYears(new Date(String(given)).toISOString()) : INVALID,
  choice: (given, field, before) => (typeof given === 'string' ? oneOf(given, field, before) : INVALID),
  choices: readChoices,
  check: (given) => (typeof given === 'boolean' ? { answer: given || null } : INVALID),
  link: readLink,
};

function readText(given: unknown, shape: typeof line, max: number): ParsedAnswer {
  if (typeof given !== 'string') return INVALID;
  if (given.length > max) return { problem: 'too_long' };
  const read = shape(max).safeParse(given);
  return { answer: read.success && read.data.trim() !== '' ? read.data : null };
}

const inYears = (answer: string): ParsedAnswer => (YEAR.test(answer) ? { answer } : INVALID);

const isOffered = ({ options }: Field, id: string): boolean =>
  options.some((option) => option.id === id && option.is_active);

function oneOf(given: string, field: Field, before: Answer | undefined): ParsedAnswer {
  if (given === before || isOffered(field, given)) return { answer: given };
  return { problem: 'no_option' };
}

function readChoices(given: unknown, field: Field, before: Answer | undefined): ParsedAnswer {
  const read = z.array(z.string()).max(LIMITS.fieldOptions).safeParse(given);
  if (!read.success) return INVALID;
  const had = Array.isArray(before) ? before : [];
  if (read.data.some((id) => !had.includes(id) && !isOffered(field, id))) return { problem: 'no_option' };
  const ordered = field.options.map(({ id }) => id).filter((id) => read.data.includes(id));
  return { answer: ordered.length > 0 ? ordered : null };
}

function readLink(given: unknown): ParsedAnswer {
  const bare = typeof given === 'string' && BARE_LINK.test(given.trim());
  const read = readText(bare ? `https://${given.trim()}` : given, line, LIMITS.url);
  if ('problem' in read || read.answer === null) return read;
  return LINK.safeParse(read.answer).success && !/^mailto:$/i.test(String(read.answer)) ? read : INVALID;
}
