import {
  LANGUAGES,
  LIMITS,
  onOneLine,
  readAnswer,
  readNumber,
  type Answers,
  type CustomerImportColumn,
  type CustomerImport,
  type ExpectedCellContent,
  type CustomField,
  type Language,
} from '@trunkline/contract';
import { AppError } from '#platform/errors';
import { unguardFormula } from '#platform/csv/formulas';
import { normaliseIdentity, type HomeCountry } from '../identities.ts';

export type ImportedIdentity = { kind: 'email' | 'phone'; value: string };
/** The values of a line; without those that are empty or have no column. */
export type ImportedCustomer = {
  name?: string;
  company?: string;
  note?: string;
  language?: Language;
  identities: ImportedIdentity[];
  fields: Answers;
};
export type RowProblem = Omit<CustomerImport['problems'][number], 'line'>;
export type ReadRow = { row: ImportedCustomer } | { problems: RowProblem[] };

type Plan = {
  head: readonly string[];
  mapping: readonly (CustomerImportColumn | null)[];
  fields: readonly CustomField[];
  /** The language in which numbers are read: that of the importing user; files with semicolons have decimal commas. */
  language: Language;
  /** The country of telephone numbers without a country code. */
  home: HomeCountry;
};
type Refused = Pick<RowProblem, 'problem' | 'wanted' | 'choices'>;

const PLAIN_NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;
const VALUE_SHOWN = 60;
const CHOICES_SHOWN = 5;
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

/** Parses a line of a file, or returns everything that is wrong with it. Pure. */
export function readRow(cells: readonly string[], plan: Plan): ReadRow {
  const { head, mapping } = plan;
  if (cells.length > head.length) return { problems: [{ column: null, problem: 'too_many_cells' }] };
  const row: ImportedCustomer = { identities: [], fields: {} };
  const problems: RowProblem[] = [];
  for (const [index, target] of mapping.entries()) {
    const text = unguardFormula(cells[index] ?? '').trim();
    if (!target || text === '') continue;
    const refused = applyCell(row, target, text, plan);
    if (refused) problems.push({ column: head[index] ?? null, value: cut(text), ...refused });
  }
  return problems.length > 0 ? { problems } : { row };
}

const cut = (text: string): string => {
  const signs = [...text];
  return signs.length > VALUE_SHOWN ? `${signs.slice(0, VALUE_SHOWN - 1).join('')}…` : text;
};

function applyCell(
  row: ImportedCustomer,
  target: CustomerImportColumn,
  text: string,
  { fields, language, home }: Pick<Plan, 'fields' | 'language' | 'home'>,
): Refused | undefined {
  if (target === 'email' || target === 'phone') return applyIdentities(row, target, { text, home });
  if (target === 'language') return applyLanguage(row, text.toLowerCase());
  if (target === 'name' || target === 'company' || target === 'note') {
    if (text.length > LENGTHS[target]) return { problem: 'too_long' };
    const read = target === 'note' ? text : onOneLine(text).replace(/\s+/g, ' ');
    if (read !== '') row[target] = read;
    return undefined;
  }
  const field = fields.find(({ id }) => target === `field:${id}`);
  return field ? applyAnswer(row, { field, language }, text) : { problem: 'invalid' };
}

function applyAnswer(
  row: ImportedCustomer,
  { field, language }: { field: CustomField; language: Language },
  text: string,
): Refused | undefined {
  const read = readAnswer(field, given(field, text, language));
  if ('problem' in read) return refusedBy(field, read.problem);
  if (read.answer !== null) row.fields[field.id] = read.answer;
  return undefined;
}

function applyLanguage(row: ImportedCustomer, word: string): Refused | undefined {
  const language = LANGUAGES.find((one) => one === word) ?? LANGUAGE_NAMES[word];
  if (!language) return { problem: 'invalid', wanted: 'language' };
  row.language = language;
  return undefined;
}

/** Several addresses in a cell are separated by commas or semicolons. */
function applyIdentities(
  row: ImportedCustomer,
  kind: ImportedIdentity['kind'],
  { text, home }: { text: string; home: HomeCountry },
): Refused | undefined {
  for (const part of text.split(/[,;\n]/).filter((one) => one.trim() !== '')) {
    try {
      const value = normaliseIdentity(kind, part.trim(), { home });
      if (!row.identities.some((one) => one.kind === kind && one.value === value))
        row.identities.push({ kind, value });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { problem: 'invalid', wanted: kind };
    }
  }
  return undefined;
}

const WANTED: Partial<Record<CustomField['kind'], ExpectedCellContent>> = {
  number: 'number',
  date: 'date',
  date_time: 'date_time',
  check: 'check',
  link: 'link',
};

function refusedBy({ kind, options }: CustomField, problem: string): Refused {
  if (problem === 'too_long') return { problem };
  if (problem === 'no_option') {
    const names = options.filter((option) => option.is_active).map(({ name }) => name);
    return { problem, choices: names.slice(0, CHOICES_SHOWN) };
  }
  const wanted = WANTED[kind];
  return { problem: 'invalid', ...(wanted && { wanted }) };
}

/** The cell as an answer to the field; options are found by name. */
function given({ kind, options }: CustomField, text: string, language: Language): unknown {
  const optionOf = (name: string) =>
    options.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())?.id ?? name.trim();
  // `1234.5`, as programs write it, if it is not a number of the language; `1.234` is one in Indonesian.
  if (kind === 'number') return readNumber(text, language) ?? (PLAIN_NUMBER.test(text) ? Number(text) : text);
  if (kind === 'choice') return optionOf(text);
  if (kind === 'choices')
    return text
      .split(/[,;\n]/)
      .filter((one) => one.trim() !== '')
      .map(optionOf);
  if (kind === 'check') return YES.has(text.toLowerCase()) ? true : NO.has(text.toLowerCase()) ? false : text;
  return text;
}
