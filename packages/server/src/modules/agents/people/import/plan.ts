import {
  PEOPLE_COLUMNS,
  PEOPLE_IMPORT_SHOWN,
  type PeopleColumn,
  type PeopleImport,
  type Person,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { inSlices, type CsvFile, type CsvLine } from '#platform/csv/csv-file';
import { accountDifferences, foreignDepartments } from '../account-change.ts';
import { readCell, type ImportedFields, type IdsByName } from './cells.ts';

export type PersonLineProblem = PeopleImport['problems'][number];
/** What a line does: creates a user, or changes fields of one; with no fields it does nothing. */
export type PlannedPerson = {
  line: number;
  before: Person | null;
  /** All fields of a new user, or those that differ. */
  fields: ImportedFields;
};
export type PeopleImportPlan = { wanted: PlannedPerson[]; problems: PersonLineProblem[] };

export type ExistingPeople = {
  people: readonly Person[];
  names: IdsByName;
  /** Whether the importing user may grant that role, and change users who have it. */
  mayGive: (levelId: number) => boolean;
  importer: Pick<Viewer, 'visibility' | 'departmentIds'>;
};

const COLUMN_OF: Partial<Record<keyof ImportedFields, PeopleColumn>> = {
  user_level_id: 'level',
  department_ids: 'departments',
};
const columnOf = (field: keyof ImportedFields): PeopleColumn => COLUMN_OF[field] ?? (field as PeopleColumn);

const UNIQUE = ['email', 'username', 'extension'] as const;
const SHOWN = 60;

/** What a file would do, with all problems by line. */
export async function planPeople(file: CsvFile, known: ExistingPeople): Promise<PeopleImportPlan> {
  const problems = headProblems(file);
  if (problems.length > 0) return { wanted: [], problems };
  const index = indexOf(known.people);
  const seen = new Map<string, number>();
  const wanted: PlannedPerson[] = [];
  for await (const line of inSlices(file.lines)) {
    const found = problems.length;
    const complain: AddProblem = (column, problem, value = null) => {
      // One problem per cell is enough.
      if (problems.slice(found).some((one) => one.column === column)) return;
      problems.push({ line: line.line, column, problem, value: value?.slice(0, SHOWN) ?? null });
    };
    const fields = readLine(line, { head: file.head, names: known.names, complain });
    const before = personOf(fields, index, complain);
    if (before === undefined) continue;
    const own = completed(fields, before, complain);
    demandUnique(own, { before, index, seen, line: line.line, complain });
    demandGivable(own, { before, known, complain });
    demandDepartments(own, { before, known, complain });
    if (problems.length > found) continue;
    wanted.push({
      line: line.line,
      before,
      fields: before ? (accountDifferences(before, own)?.after ?? {}) : own,
    });
  }
  return { wanted, problems };
}

type AddProblem = (
  column: string | null,
  problem: PersonLineProblem['problem'],
  value?: string | null,
) => void;
type Index = Record<(typeof UNIQUE)[number], Map<string, Person>>;

function indexOf(people: readonly Person[]): Index {
  const by = (key: (typeof UNIQUE)[number]) =>
    new Map(people.flatMap((one) => (one[key] ? [[one[key].toLowerCase(), one] as const] : [])));
  return { email: by('email'), username: by('username'), extension: by('extension') };
}

function headProblems({ head, isTooLong, unreadableAt }: CsvFile): PersonLineProblem[] {
  const at = (
    line: number,
    column: string | null,
    problem: PersonLineProblem['problem'],
  ): PersonLineProblem => ({
    line,
    column,
    problem,
    value: null,
  });
  if (unreadableAt !== null) return [at(unreadableAt, null, 'unreadable')];
  if (isTooLong) return [at(1, null, 'too_many')];
  const columns: readonly string[] = PEOPLE_COLUMNS;
  const unknown = head.filter((name, index) => !columns.includes(name) || head.indexOf(name) !== index);
  const problems = unknown.map((name) => at(1, name.slice(0, SHOWN), 'unknown_column'));
  if (!head.includes('email') && !head.includes('username')) problems.push(at(1, 'email', 'missing_column'));
  return problems;
}

function readLine(
  { cells }: CsvLine,
  { head, names, complain }: { head: readonly string[]; names: IdsByName; complain: AddProblem },
): ImportedFields {
  if (cells.length > head.length) complain(null, 'too_many_cells');
  const fields: ImportedFields = {};
  for (const column of PEOPLE_COLUMNS) {
    const cell = cells[head.indexOf(column)];
    if (cell === undefined) continue;
    const read = readCell(column, cell, names);
    if ('problem' in read) complain(column, read.problem, cell);
    else Object.assign(fields, read.fields);
  }
  return fields;
}

/** The user of a line; null for a new one. Undefined where e-mail and user name belong to two different users. */
function personOf(
  { email, username }: ImportedFields,
  index: Index,
  complain: AddProblem,
): Person | null | undefined {
  const byEmail = email ? index.email.get(email.toLowerCase()) : undefined;
  const byName = username ? index.username.get(username.toLowerCase()) : undefined;
  if (byEmail && byName && byEmail.id !== byName.id) {
    complain('email', 'two_people', byEmail.fullname);
    return undefined;
  }
  return byEmail ?? byName ?? null;
}

/** Fills in what a new user needs: a name and a role; without a user name the e-mail address is used. */
function completed(fields: ImportedFields, before: Person | null, complain: AddProblem): ImportedFields {
  if (before) return fields;
  const { email, username = email ?? undefined } = fields;
  if (fields.fullname === undefined) complain('fullname', 'missing');
  if (fields.user_level_id === undefined) complain('level', 'missing');
  if (username === undefined) complain('username', 'missing');
  return { ...fields, ...(username !== undefined && { username }) };
}

type LineContext = { before: Person | null; index: Index; seen: Map<string, number>; line: number };

/** E-mail, user name and extension must be unique, in the file and among all users. */
function demandUnique(
  fields: ImportedFields,
  { before, index, seen, line, complain }: LineContext & { complain: AddProblem },
): void {
  if (before) claim(`id ${before.id}`, 'email');
  for (const column of UNIQUE) {
    const value = fields[column]?.toLowerCase();
    if (!value) continue;
    claim(`${column} ${value}`, column);
    const owner = index[column].get(value);
    if (owner && owner.id !== before?.id) complain(column, 'taken', owner.fullname);
  }

  function claim(mark: string, column: string): void {
    const first = seen.get(mark);
    if (first !== undefined && first !== line) complain(column, 'twice', String(first));
    else seen.set(mark, line);
  }
}

function demandGivable(
  fields: ImportedFields,
  { before, known, complain }: { before: Person | null; known: ExistingPeople; complain: AddProblem },
): void {
  const { user_level_id: level, email, username } = fields;
  const isMoved = level !== undefined && level !== before?.user_level_id;
  if (isMoved && !known.mayGive(level)) complain('level', 'not_grantable');
  if (!before) return;
  const isSignIn =
    isMoved || (email ?? before.email) !== before.email || (username ?? before.username) !== before.username;
  if (isSignIn && !known.mayGive(before.user_level_id)) complain('level', 'not_grantable');
}

function demandDepartments(
  { department_ids: ids = [] }: ImportedFields,
  { before, known, complain }: { before: Person | null; known: ExistingPeople; complain: AddProblem },
): void {
  const foreign = foreignDepartments(known.importer, ids, before?.department_ids ?? []);
  if (foreign.length > 0) complain('departments', 'not_grantable');
}

/** The plan as the importing user sees it. */
export function importSummaryOf({ wanted, problems }: PeopleImportPlan, rows: number): PeopleImport {
  const outcomeOf = ({ before, fields }: PlannedPerson) => {
    if (!before) return 'new';
    return Object.keys(fields).length > 0 ? 'update' : 'nothing';
  };
  const count = (outcome: ReturnType<typeof outcomeOf>) =>
    wanted.filter((one) => outcomeOf(one) === outcome).length;
  return {
    rows,
    created: count('new'),
    changed: count('update'),
    unchanged: count('nothing'),
    is_applied: false,
    lines: wanted.slice(0, PEOPLE_IMPORT_SHOWN).map((one) => ({
      line: one.line,
      outcome: outcomeOf(one),
      name: one.fields.fullname ?? one.before?.fullname ?? '',
      columns: (Object.keys(one.fields) as (keyof ImportedFields)[]).map(columnOf),
    })),
    problems: problems.slice(0, PEOPLE_IMPORT_SHOWN),
    problem_count: problems.length,
  };
}
