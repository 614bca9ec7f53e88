import type { ImportProblem, ListField, ListRow, ListValue, Option } from '@trunkline/contract';
import { guardFormula, unguardFormula } from '#platform/csv/formulas';
import type { StoredList } from '../definitions.ts';

/** Names of the rows that a field refers to, by id and by name in lower case; one pair for each field. */
export type ReferencedNames = Record<
  string,
  { byId: ReadonlyMap<number, string>; byName: ReadonlyMap<string, number> }
>;

/** The value of a cell, or why it is invalid. */
export type CellResult = { value: ListValue } | { problem: ImportProblem };

const YES = new Set(['yes', 'true', '1', 'ya']);
const NO = new Set(['no', 'false', '0', 'tidak']);

/** The columns of a file, in order. */
export const csvColumnsOf = ({ fields }: Pick<StoredList, 'fields'>): string[] => [
  'id',
  ...Object.keys(fields),
  'is_active',
];

/** A row as the cells of a file, with names instead of ids. */
export function csvCellsOf(
  { fields }: Pick<StoredList, 'fields'>,
  row: ListRow,
  names: ReferencedNames,
): string[] {
  const cells = Object.keys(fields).map((name) => {
    const value = row.values[name] ?? null;
    const shown = (one: number) => names[name]?.byId.get(one) ?? String(one);
    if (Array.isArray(value)) return guardFormula(value.map((one) => lineOf(one, shown)).join('\n'));
    return guardFormula(typeof value === 'number' ? shown(value) : textOf(value));
  });
  return [String(row.id), ...cells, textOf(row.is_active)];
}

/** Parses a cell. */
export function readCell(
  field: ListField,
  cell: string,
  known: ReferencedNames[string] | undefined,
): CellResult {
  const value = valueOf(field, unguardFormula(cell), known);
  if (value === undefined) {
    if (cell.trim() === '') return { problem: 'missing' };
    return { problem: isReference(field) ? 'unknown_reference' : 'invalid' };
  }
  const parsed = field.schema.safeParse(value);
  return parsed.success ? { value: parsed.data } : { problem: cell.trim() === '' ? 'missing' : 'invalid' };
}

/** Whether a row is active; undefined where the cell is neither yes nor no. */
export const readActive = (cell: string): boolean | undefined => yesOrNo(cell);

function valueOf(
  field: ListField,
  text: string,
  known: ReferencedNames[string] | undefined,
): ListValue | undefined {
  if (field.kind === 'line' || field.kind === 'text') return text;
  if (field.kind === 'options' || field.kind === 'references' || field.kind === 'accounts')
    return severalOf(field, text, known);
  const trimmed = text.trim();
  if (trimmed === '') return field.initial;
  // Validated by the field's schema later.
  if (isWritten(field)) return trimmed;
  return oneOf(field, trimmed.toLowerCase(), known);
}

type Written = Extract<ListField, { kind: 'date' | 'zone' | 'hours' | 'conditions' }>;
const WRITTEN: readonly ListField['kind'][] = ['date', 'zone', 'hours', 'conditions'];
const isWritten = (field: ListField): field is Written => WRITTEN.includes(field.kind);

function oneOf(
  field: Extract<ListField, { kind: 'number' | 'check' | 'choice' | 'reference' | 'person' }>,
  word: string,
  known: ReferencedNames[string] | undefined,
): ListValue | undefined {
  if (field.kind === 'number') return Number(word);
  if (field.kind === 'check') return yesOrNo(word);
  if (field.kind === 'choice') return field.choices.find((choice) => String(choice).toLowerCase() === word);
  return known?.byName.get(word) ?? idIn(known, word);
}

/** Fields with ids that have names in other tables. */
const REFERRING: readonly ListField['kind'][] = ['reference', 'references', 'person', 'accounts'];
const isReference = ({ kind }: ListField): boolean => REFERRING.includes(kind);

const OFF = '(off) ';

/** One of several values in a cell, each on a line of its own. */
const lineOf = (one: number | Option, shown: (id: number) => string): string =>
  typeof one === 'number' ? shown(one) : `${one.is_active ? '' : OFF}${one.name}`;

/** The lines of a cell: rows of another list, or options, by name. */
function severalOf(
  field: ListField,
  text: string,
  known: ReferencedNames[string] | undefined,
): ListValue | undefined {
  const lines = text.split(/\r?\n/).flatMap((line) => line.trim() || []);
  if (field.kind === 'options')
    return lines.map((line) => {
      const isOff = line.toLowerCase().startsWith(OFF);
      return { id: '', name: isOff ? line.slice(OFF.length).trim() : line, is_active: !isOff };
    });
  const ids = lines.map((line) => known?.byName.get(line.toLowerCase()) ?? idIn(known, line));
  return ids.includes(undefined) ? undefined : ids.filter((id) => id !== undefined);
}

function idIn(known: ReferencedNames[string] | undefined, word: string): number | undefined {
  const id = /^\d{1,15}$/.test(word) ? Number(word) : 0;
  return known?.byId.has(id) ? id : undefined;
}

function yesOrNo(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

function textOf(value: Exclude<ListValue, unknown[]>): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
