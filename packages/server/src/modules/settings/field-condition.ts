import { answerMoment, type CustomField, type FieldOp } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#platform/errors';

type Asked = Pick<CustomField, 'id' | 'kind'>;
type Condition = RawBuilder<boolean>;
/** Where answers are kept for filters: `table` has one row per value, whose `owner` is the `id` of the alias `row`. */
export type KeptValues = { table: string; owner: string; row: string };

const DATED: readonly CustomField['kind'][] = ['date', 'date_time'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const WRITTEN: readonly CustomField['kind'][] = ['line', 'text', 'link'];

/**
 * Makes the condition for filters on answers, as SQL about a row. What is asked for is looked up among the values of
 * the field; what must not be there is looked for among the values of the row, so both cost what they find. `is` and
 * `is_not` take one value or several, of which any counts; `between` takes both ends, which belong to it. An empty
 * answer is not what anything is: `is_not` fits it. Throws `invalid` where a field can't be asked that.
 */
export function conditionOn({ table, owner, row }: KeptValues) {
  const rowId = sql.ref(`${row}.id`);
  // "exists", so that the planner may begin at the values or at the row, whichever are fewer.
  const among = (field: Asked, fits: Condition): Condition =>
    sql<boolean>`exists (select from ${sql.table(table)} v where v.${sql.ref(owner)} = ${rowId} and v.field_id = ${field.id}::bigint and ${fits})`;
  const none = (field: Asked, fits: Condition): Condition =>
    sql<boolean>`not exists (select from ${sql.table(table)} v where v.${sql.ref(owner)} = ${rowId} and v.field_id = ${field.id}::bigint and ${fits})`;

  return (field: Asked, op: FieldOp, value?: unknown): Condition => {
    const { isThere, fits } = meaningOf(field, op, value);
    const found = isThere ? among(field, fits) : none(field, fits);
    if (op !== 'contains' || field.kind !== 'text') return found;
    const whole = sql`${sql.ref(`${row}.fields`)} ->> ${String(field.id)}`;
    return sql<boolean>`(${found} and ${whole} ilike ${patternOf(value)})`;
  };
}

/**
 * Makes the query for the rows with a value that fits, as `id`, some more than once: all that can meet the condition,
 * each of which is still to be asked. Nothing where a condition says what must not be there.
 */
export function rowsWith({ table, owner }: Omit<KeptValues, 'row'>) {
  return (field: Asked, op: FieldOp, value?: unknown): RawBuilder<unknown> | undefined => {
    const { isThere, fits } = meaningOf(field, op, value);
    if (!isThere) return undefined;
    return sql`select v.${sql.ref(owner)} as id from ${sql.table(table)} v where v.field_id = ${field.id}::bigint and ${fits}`;
  };
}

/** What is asked: that a value which fits is there, or that none is. */
function meaningOf(field: Asked, op: FieldOp, value: unknown): { isThere: boolean; fits: Condition } {
  if (op === 'is_set' || op === 'is_empty') return { isThere: op === 'is_set', fits: ANY };
  if (op === 'is' || op === 'is_not') {
    // A tick that is not set is not there.
    const isUnticked = field.kind === 'check' && value === false;
    return { isThere: (op === 'is') !== isUnticked, fits: isUnticked ? ANY : isOneOf(field, value) };
  }
  // Of a long text the word holds the beginning only.
  const fits = op === 'contains' && field.kind === 'text' ? ANY : compared(field, op, value);
  return { isThere: true, fits };
}

/** Asks for a condition as lists have them: moments from now become what they are. */
export function conditionNow<T>(
  ask: (field: Asked, op: FieldOp, value?: unknown) => T,
  field: Asked,
  { op, value, now }: { op: FieldOp; value?: unknown; now: Date },
): T {
  if (!DATED.includes(field.kind)) return ask(field, op, value);
  const moment = (one: unknown) => answerMoment(String(one), field.kind === 'date', now.getTime());
  return ask(field, op, Array.isArray(value) ? value.map(moment) : value && moment(value));
}

const ANY = sql<boolean>`true`;

function isOneOf(field: Asked, value: unknown): Condition {
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

function compared(field: Asked, op: FieldOp, value: unknown): Condition {
  if (op === 'contains' && WRITTEN.includes(field.kind))
    return sql<boolean>`v.word like lower(${patternOf(value)})`;
  const [first, last, ...more] = op === 'between' ? [value].flat() : [value, value];
  if (more.length > 0) throw refused(field);
  if (DATED.includes(field.kind)) return inTime(field, op, [first, last]);
  if (field.kind === 'number') return inNumbers(field, op, [first, last]);
  throw refused(field);
}

function inTime(field: Asked, op: FieldOp, [first, last]: [unknown, unknown]): Condition {
  if (op === 'before') return sql<boolean>`v.at < ${momentIn(field, first)}::timestamptz`;
  if (op === 'after') return sql<boolean>`v.at >= ${endOf(field, first)}`;
  if (op === 'between') return within(field, first, last);
  throw refused(field);
}

function inNumbers(field: Asked, op: FieldOp, [first, last]: [unknown, unknown]): Condition {
  if (op === 'less') return sql<boolean>`v.num < ${numberIn(field, first)}::float8`;
  if (op === 'more') return sql<boolean>`v.num > ${numberIn(field, first)}::float8`;
  if (op === 'between')
    return sql<boolean>`v.num between ${numberIn(field, first)}::float8 and ${numberIn(field, last)}::float8`;
  throw refused(field);
}

const within = (field: Asked, first: unknown, last: unknown): Condition =>
  sql<boolean>`(v.at >= ${momentIn(field, first)}::timestamptz and v.at < ${endOf(field, last)})`;

/** When a day, or a moment, is over. */
function endOf(field: Asked, value: unknown): Condition {
  const length = DAY.test(momentIn(field, value)) ? '1 day' : '1 millisecond';
  return sql<boolean>`${momentIn(field, value)}::timestamptz + ${length}::interval`;
}

function momentIn(field: Asked, value: unknown): string {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) throw refused(field);
  return DAY.test(value) ? value : new Date(value).toISOString();
}

function numberIn(field: Asked, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refused(field);
  return value;
}

function wordIn(field: Asked, value: unknown): string {
  if (typeof value !== 'string') throw refused(field);
  return value;
}

const patternOf = (value: unknown): string =>
  `%${String(value)
    .replaceAll('\u0000', '')
    .replace(/[\\%_]/g, '\\$&')}%`;

const refused = ({ id }: Asked): AppError =>
  new AppError('invalid', [{ path: `field:${id}`, message: 'This field can’t be asked that' }]);
