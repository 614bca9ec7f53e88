import { answerMoment, type CustomField, type FieldOp } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#platform/errors';

type FieldKind = Pick<CustomField, 'id' | 'kind'>;
type Condition = RawBuilder<boolean>;
/** The table of answers for filters: one row per value, whose column `owner` is the `id` of alias `row`. */
export type AnswerTable = { table: string; owner: string; row: string };

const DATED: readonly CustomField['kind'][] = ['date', 'date_time'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const WRITTEN: readonly CustomField['kind'][] = ['line', 'text', 'link'];

/**
 * Makes SQL conditions for filters on answers. Positive ones look for the values of the field, negative ones for the values of
 * the row, so both cost as much as they find. `is` and `is_not` take one value or several, any of which matches; `between`
 * includes both ends. An empty answer matches `is_not`. @throws AppError `invalid` where a field does not support the operator
 */
export function conditionOn({ table, owner, row }: AnswerTable) {
  const rowId = sql.ref(`${row}.id`);
  // EXISTS, so that the planner can start with the values or with the rows, whichever are fewer.
  const among = (field: FieldKind, fits: Condition): Condition =>
    sql<boolean>`exists (select from ${sql.table(table)} v where v.${sql.ref(owner)} = ${rowId} and v.field_id = ${field.id}::bigint and ${fits})`;
  const none = (field: FieldKind, fits: Condition): Condition =>
    sql<boolean>`not exists (select from ${sql.table(table)} v where v.${sql.ref(owner)} = ${rowId} and v.field_id = ${field.id}::bigint and ${fits})`;

  return (field: FieldKind, op: FieldOp, value?: unknown): Condition => {
    const { isThere, fits } = readCondition(field, op, value);
    const found = isThere ? among(field, fits) : none(field, fits);
    if (op !== 'contains' || field.kind !== 'text') return found;
    const whole = sql`${sql.ref(`${row}.fields`)} ->> ${String(field.id)}`;
    return sql<boolean>`(${found} and ${whole} ilike ${patternOf(value)})`;
  };
}

/**
 * Makes a query of the ids of rows with a matching value, perhaps repeated: a superset of those that meet the condition, which
 * must still be checked. Undefined for a negative condition.
 */
export function rowsWith({ table, owner }: Omit<AnswerTable, 'row'>) {
  return (field: FieldKind, op: FieldOp, value?: unknown): RawBuilder<unknown> | undefined => {
    const { isThere, fits } = readCondition(field, op, value);
    if (!isThere) return undefined;
    return sql`select v.${sql.ref(owner)} as id from ${sql.table(table)} v where v.field_id = ${field.id}::bigint and ${fits}`;
  };
}

/** Whether a matching value must exist, or must not. */
function readCondition(field: FieldKind, op: FieldOp, value: unknown): { isThere: boolean; fits: Condition } {
  if (op === 'is_set' || op === 'is_empty') return { isThere: op === 'is_set', fits: ANY };
  if (op === 'is' || op === 'is_not') {
    // An unset checkbox has no value.
    const isUnticked = field.kind === 'check' && value === false;
    return { isThere: (op === 'is') !== isUnticked, fits: isUnticked ? ANY : isOneOf(field, value) };
  }
  // Only the beginning of a long text is in the table.
  const fits = op === 'contains' && field.kind === 'text' ? ANY : compared(field, op, value);
  return { isThere: true, fits };
}

/** Resolves relative moments of a list's condition. */
export function conditionNow<T>(
  ask: (field: FieldKind, op: FieldOp, value?: unknown) => T,
  field: FieldKind,
  { op, value, now }: { op: FieldOp; value?: unknown; now: Date },
): T {
  if (!DATED.includes(field.kind)) return ask(field, op, value);
  const moment = (one: unknown) => answerMoment(String(one), field.kind === 'date', now.getTime());
  return ask(field, op, Array.isArray(value) ? value.map(moment) : value && moment(value));
}

const ANY = sql<boolean>`true`;

function isOneOf(field: FieldKind, value: unknown): Condition {
  const values = [value].flat();
  if (values.length === 0) throw refused(field);
  if (field.kind === 'number')
    return sql<boolean>`v.num = any(${values.map((one) => numberIn(field, one))}::float8[])`;
  if (field.kind === 'date_time')
    return sql<boolean>`(${sql.join(
      values.map((one) => within(field, one, one)),
      sql` or `,
    )})`;
  const words = values.map((one) => (field.kind === 'check' ? String(one === true) : wordIn(field, one)));
  return sql<boolean>`v.word = any(array(select left(lower(w), 500) from unnest(${words}::text[]) w))`;
}

function compared(field: FieldKind, op: FieldOp, value: unknown): Condition {
  if (op === 'contains' && WRITTEN.includes(field.kind))
    return sql<boolean>`v.word like lower(${patternOf(value)})`;
  const [first, last, ...more] = op === 'between' ? [value].flat() : [value, value];
  if (more.length > 0) throw refused(field);
  if (DATED.includes(field.kind)) return inTime(field, op, [first, last]);
  if (field.kind === 'number') return inNumbers(field, op, [first, last]);
  throw refused(field);
}

function inTime(field: FieldKind, op: FieldOp, [first, last]: [unknown, unknown]): Condition {
  if (op === 'before') return sql<boolean>`v.at < ${momentIn(field, first)}::timestamptz`;
  if (op === 'after') return sql<boolean>`v.at >= ${endOf(field, first)}`;
  if (op === 'between') return within(field, first, last);
  throw refused(field);
}

function inNumbers(field: FieldKind, op: FieldOp, [first, last]: [unknown, unknown]): Condition {
  if (op === 'less') return sql<boolean>`v.num < ${numberIn(field, first)}::float8`;
  if (op === 'more') return sql<boolean>`v.num > ${numberIn(field, first)}::float8`;
  if (op === 'between')
    return sql<boolean>`v.num between ${numberIn(field, first)}::float8 and ${numberIn(field, last)}::float8`;
  throw refused(field);
}

const within = (field: FieldKind, first: unknown, last: unknown): Condition =>
  sql<boolean>`(v.at >= ${momentIn(field, first)}::timestamptz and v.at < ${endOf(field, last)})`;

/** The end of a day or moment. */
function endOf(field: FieldKind, value: unknown): Condition {
  const length = DAY.test(momentIn(field, value)) ? '1 day' : '1 millisecond';
  return sql<boolean>`${momentIn(field, value)}::timestamptz + ${length}::interval`;
}

function momentIn(field: FieldKind, value: unknown): string {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) throw refused(field);
  return DAY.test(value) ? value : new Date(value).toISOString();
}

function numberIn(field: FieldKind, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refused(field);
  return value;
}

function wordIn(field: FieldKind, value: unknown): string {
  if (typeof value !== 'string') throw refused(field);
  return value;
}

const patternOf = (value: unknown): string =>
  `%${String(value)
    .replaceAll('\u0000', '')
    .replace(/[\\%_]/g, '\\$&')}%`;

const refused = ({ id }: FieldKind): AppError =>
  new AppError('invalid', [
    { path: `field:${id}`, message: 'This condition is not possible for this field' },
  ]);
