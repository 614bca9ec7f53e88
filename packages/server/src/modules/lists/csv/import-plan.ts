import type { ImportProblem, ListValues } from '@trunkline/contract';
import { csvColumnsOf, readActive, readCell, type ReferencedNames } from './csv-cells.ts';
import { inSlices, type CsvFile, type CsvLine } from '#platform/csv/csv-file';
import type { StoredList } from '../definitions.ts';

export type ListImportProblem = { line: number; column: string | null; problem: ImportProblem };
/** What a line does: changes an existing row, or creates one. */
export type PlannedRow = {
  line: number;
  id: number | null;
  values: ListValues;
  is_active: boolean | undefined;
};
export type ListImportPlan = { wanted: PlannedRow[]; problems: ListImportProblem[] };

/** Existing rows: their ids, their keys, and the names of rows that other lists refer to. */
export type ExistingRows = {
  ids: ReadonlySet<number>;
  byKey: ReadonlyMap<string, number>;
  names: ReferencedNames;
};

/** What a file would do, with all problems by line. */
export async function planImport(
  list: StoredList,
  file: CsvFile,
  known: ExistingRows,
): Promise<ListImportPlan> {
  const problems = headProblems(list, file);
  if (problems.length > 0) return { wanted: [], problems };
  const seen = new Map<string, number>();
  const wanted: PlannedRow[] = [];
  for await (const line of inSlices(file.lines)) {
    const read = readLine(list, { line, head: file.head, known });
    if ('problems' in read) {
      problems.push(...read.problems);
      continue;
    }
    const twin = findSameNamed(read, keyOf(list, read.values), { known, seen });
    if (twin) problems.push({ line: line.line, column: 'name', problem: twin });
    else wanted.push(read);
  }
  return { wanted, problems };
}

/** The key by which rows are the same, as in `readIdsByKey` of the store; null where a part is unknown. */
function keyOf(list: Pick<StoredList, 'key' | 'fields'>, values: ListValues): string | null {
  const parts = list.key.map((name) => {
    const value = values[name];
    if (value === undefined) return undefined;
    if (value === null || typeof value === 'object') return '';
    return list.fields[name]?.kind === 'line' ? String(value).toLowerCase() : String(value);
  });
  return parts.includes(undefined) ? null : parts.join('\n');
}

function headProblems(list: StoredList, { head, isTooLong, unreadableAt }: CsvFile): ListImportProblem[] {
  const columns = csvColumnsOf(list);
  if (unreadableAt !== null) return [{ line: unreadableAt, column: null, problem: 'unreadable' }];
  if (isTooLong) return [{ line: 1, column: null, problem: 'too_many' }];
  const unknown = head.filter((name, index) => !columns.includes(name) || head.indexOf(name) !== index);
  const problems = unknown.map((column): ListImportProblem => ({
    line: 1,
    column,
    problem: 'unknown_column',
  }));
  if (!head.includes('id') && !head.includes('name'))
    problems.push({ line: 1, column: 'name', problem: 'missing_column' });
  return problems;
}

type LineContext = { line: CsvLine; head: readonly string[]; known: ExistingRows };
type AddProblem = (column: string | null, problem: ImportProblem) => void;

/** The cell of a column; undefined where the file has no such column. */
function cellIn({ line, head }: LineContext, name: string): string | undefined {
  const at = head.indexOf(name);
  return at < 0 ? undefined : (line.cells[at] ?? '');
}

function readLine(list: StoredList, reading: LineContext): PlannedRow | { problems: ListImportProblem[] } {
  const { line, head, known } = reading;
  const problems: ListImportProblem[] = [];
  const complain: AddProblem = (column, problem) => void problems.push({ line: line.line, column, problem });
  if (line.cells.length > head.length) complain(null, 'unreadable');
  const values = readValues(list, reading, complain);
  const id = readId(cellIn(reading, 'id'), known.ids);
  if (id === undefined) complain('id', 'unknown_id');
  const key = keyOf(list, values);
  const sameId = id ?? (key === null ? undefined : known.byKey.get(key)) ?? null;
  if (sameId === null) addMissingProblems(list, values, complain);
  const active = readState(cellIn(reading, 'is_active'), complain);
  if (problems.length > 0) return { problems: problems.filter(isFirstOfColumn) };
  return { line: line.line, id: sameId, values, is_active: active };
}

function readValues({ fields }: StoredList, reading: LineContext, complain: AddProblem): ListValues {
  const values: ListValues = {};
  for (const [name, field] of Object.entries(fields)) {
    const cell = cellIn(reading, name);
    if (cell === undefined) continue;
    const read = readCell(field, cell, reading.known.names[name]);
    if ('problem' in read) complain(name, read.problem);
    else values[name] = read.value;
  }
  return values;
}

/** Undefined where the file does not tell: the row's state is not changed. */
function readState(cell: string | undefined, complain: AddProblem): boolean | undefined {
  if (!cell?.trim()) return undefined;
  const active = readActive(cell);
  if (active === undefined) complain('is_active', 'invalid');
  return active;
}

const isFirstOfColumn = (one: ListImportProblem, index: number, all: readonly ListImportProblem[]): boolean =>
  all.findIndex(({ column }) => column === one.column) === index;

/** Adds initial values to a new row, and complains about required fields. */
function addMissingProblems({ fields }: StoredList, values: ListValues, complain: AddProblem): void {
  for (const [name, { initial }] of Object.entries(fields)) {
    if (name in values) continue;
    if (initial === undefined) complain(name, 'missing');
    else values[name] = initial;
  }
}

/** Null where none is given, undefined where there is no such row. */
function readId(cell: string | undefined, ids: ReadonlySet<number>): number | null | undefined {
  const text = cell?.trim() ?? '';
  if (text === '') return null;
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return ids.has(id) ? id : undefined;
}

/** The other line of the file, or other row of the list, with the same key. */
function findSameNamed(
  { line, id }: PlannedRow,
  key: string | null,
  { known, seen }: { known: ExistingRows; seen: Map<string, number> },
): ImportProblem | null {
  const marks = [...(key === null ? [] : [`key ${key}`]), ...(id === null ? [] : [`id ${id}`])];
  const isTwice = marks.some((mark) => seen.has(mark));
  for (const mark of marks) seen.set(mark, line);
  if (isTwice) return 'twice';
  const owner = key === null ? undefined : known.byKey.get(key);
  return owner !== undefined && owner !== id ? 'taken' : null;
}
