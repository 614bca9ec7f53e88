import {
  LANGUAGES,
  LIMITS,
  readAnswer,
  type Answers,
  type CustomerColumn,
  type CustomerImportProblem,
  type CustomField,
  type Language,
} from '@trunkline/contract';
import { AppError } from '#platform/errors';
import { normaliseIdentity } from '../identities.ts';

export type Identity = { kind: 'email' | 'phone'; value: string };
/** What a line says; what it has no column for, or leaves empty, is not there. */
export type Row = {
  name?: string;
  company?: string;
  note?: string;
  language?: Language;
  identities: Identity[];
  fields: Answers;
};
export type RowProblem = { column: string | null; problem: CustomerImportProblem };
export type ReadRow = { row: Row } | { problems: RowProblem[] };

type Plan = {
  head: readonly string[];
  mapping: readonly (CustomerColumn | null)[];
  fields: readonly CustomField[];
};

const LENGTHS = { name: LIMITS.name, company: LIMITS.name, note: LIMITS.visitorBody } as const;
const LANGUAGE_NAMES: Record<string, Language> = {
  english: 'en',
  inggris: 'en',
  indonesian: 'id',
  indonesia: 'id',
  'bahasa indonesia': 'id',
};
const YES = new Set(['yes', 'true', '1', 'ya']);
const NO = new Set(['no', 'false', '0', 'tidak']);

/** What a line of a file says of a customer, or everything that is wrong with it. Pure. */
export function readRow(cells: readonly string[], { head, mapping, fields }: Plan): ReadRow {
  if (cells.length > head.length) return { problems: [{ column: null, problem: 'too_many_cells' }] };
  const row: Row = { identities: [], fields: {} };
  const problems: RowProblem[] = [];
  for (const [index, target] of mapping.entries()) {
    const text = unguarded(cells[index] ?? '').trim();
    if (!target || text === '') continue;
    const problem = take(row, target, text, fields);
    if (problem) problems.push({ column: head[index] ?? null, problem });
  }
  return problems.length > 0 ? { problems } : { row };
}

/** An export guards what a spreadsheet would calculate. */
const unguarded = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

function take(
  row: Row,
  target: CustomerColumn,
  text: string,
  fields: readonly CustomField[],
): CustomerImportProblem | undefined {
  if (target === 'email' || target === 'phone') return takeIdentities(row, target, text);
  if (target === 'language') return takeLanguage(row, text.toLowerCase());
  if (target === 'name' || target === 'company' || target === 'note') {
    if (text.length > LENGTHS[target]) return 'too_long';
    row[target] = target === 'note' ? text : text.replace(/\s+/g, ' ');
    return undefined;
  }
  return takeAnswer(
    row,
    fields.find(({ id }) => target === `field:${id}`),
    text,
  );
}

function takeLanguage(row: Row, word: string): CustomerImportProblem | undefined {
  const language = LANGUAGES.find((one) => one === word) ?? LANGUAGE_NAMES[word];
  if (!language) return 'invalid';
  row.language = language;
  return undefined;
}

/** Several addresses in one cell are separated by commas or semicolons. */
function takeIdentities(row: Row, kind: Identity['kind'], text: string): CustomerImportProblem | undefined {
  for (const part of text.split(/[,;\n]/).filter((one) => one.trim() !== '')) {
    try {
      const value = normaliseIdentity(kind, part.trim());
      if (!row.identities.some((one) => one.kind === kind && one.value === value))
        row.identities.push({ kind, value });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return 'invalid';
    }
  }
  return undefined;
}

function takeAnswer(
  row: Row,
  field: CustomField | undefined,
  text: string,
): CustomerImportProblem | undefined {
  if (!field) return 'invalid';
  const read = readAnswer(field, given(field, text));
  if ('problem' in read)
    return read.problem === 'too_long' || read.problem === 'no_option' ? read.problem : 'invalid';
  if (read.answer !== null) row.fields[field.id] = read.answer;
  return undefined;
}

/** What stands in a cell, as the field's answers are given: options go by their names. */
function given({ kind, options }: CustomField, text: string): unknown {
  const optionOf = (name: string) =>
    options.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())?.id ?? name.trim();
  if (kind === 'number') return Number(text);
  if (kind === 'choice') return optionOf(text);
  if (kind === 'choices')
    return text
      .split(/[,;\n]/)
      .filter((one) => one.trim() !== '')
      .map(optionOf);
  if (kind === 'check') return YES.has(text.toLowerCase()) ? true : NO.has(text.toLowerCase()) ? false : text;
  return text;
}
