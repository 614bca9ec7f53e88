import {
  CONDITION_FIELDS,
  customFieldIdOf,
  isCustomFieldKey,
  resolveMoment,
  type Condition,
  type ConditionFieldName,
  type ConditionValue,
  type CustomField,
} from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import { conditionNow } from '#modules/settings';
import { fieldCondition, ticketsByAnswer } from './field-condition.ts';

type Sql = RawBuilder<unknown>;
/** The viewer, the current time, and the custom fields of tickets. */
type ConditionContext = { me: number; now: Date; custom: readonly CustomField[] };

/** SQL of the contract's `meets`, for `tickets t`. Never null, so that it can be negated and counted. */
export function conditionsSql(conditions: readonly Condition[], asked: ConditionContext): Sql {
  const parts = conditions.map((condition) => conditionSql(condition, asked));
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

function conditionSql(condition: Condition, asked: ConditionContext): Sql {
  const { field, op, value } = condition;
  if (isCustomFieldKey(field)) return answerSql(customFieldIdOf(field), condition, asked);
  const column = sql.ref(`t.${field}`);
  const { kind } = CONDITION_FIELDS[field];
  if (op === 'is_empty') return kind === 'choices' ? sql`${column} = '{}'` : sql`${column} is null`;
  if (op === 'is_set') return kind === 'choices' ? sql`${column} <> '{}'` : sql`${column} is not null`;
  if (value === undefined) return sql`false`;
  return WRITERS[kind]({ column, op, value, field, ...asked });
}

/** A condition on a deleted field matches nothing. */
function answerSql(id: number, { op, value }: Condition, { custom, now }: ConditionContext): Sql {
  const field = custom.find((one) => one.id === id);
  return field ? conditionNow(fieldCondition, field, { op, value, now }) : sql`false`;
}

/** The query for the tickets that can meet a condition on a custom field; undefined if it cannot be answered by the values. */
export function answerConditionSql(
  { field, op, value }: Condition,
  { custom, now }: Omit<ConditionContext, 'me'>,
): Sql | undefined {
  const own = isCustomFieldKey(field) ? custom.find(({ id }) => id === customFieldIdOf(field)) : undefined;
  return own && conditionNow(ticketsByAnswer, own, { op, value, now });
}

type Part = ConditionContext & {
  column: Sql;
  op: Condition['op'];
  value: ConditionValue;
  field: ConditionFieldName;
};
const listOf = (value: ConditionValue) => (Array.isArray(value) ? value : [value]);

const TYPES: Partial<Record<ConditionFieldName, Sql>> = { status: sql`text[]`, media_id: sql`int[]` };

const WRITERS: Record<(typeof CONDITION_FIELDS)[ConditionFieldName]['kind'], (part: Part) => Sql> = {
  choice({ column, op, value, field, me }) {
    const wanted = sql`${listOf(value).map((one) => (one === 'me' ? me : one))}::${TYPES[field] ?? sql`bigint[]`}`;
    if (op === 'is_not') return sql`(${column} <> all(${wanted}) or ${column} is null)`;
    return sql`(${column} = any(${wanted}) and ${column} is not null)`;
  },
  choices({ column, op, value }) {
    const overlap = sql`${column} && ${listOf(value)}::text[]`;
    return op === 'is_not' ? sql`not (${overlap})` : overlap;
  },
  time({ column, op, value, now }) {
    const at = (text: unknown) => sql`${resolveMoment(String(text), now.getTime())}::timestamptz`;
    const [from, to] = listOf(value);
    if (op === 'between')
      return sql`(${column} >= ${at(from)} and ${column} < ${at(to)} and ${column} is not null)`;
    return sql`(${column} ${op === 'before' ? sql`<` : sql`>=`} ${at(from)} and ${column} is not null)`;
  },
  text({ column, op, value }) {
    if (op === 'is') return sql`lower(${column}) = lower(${String(value)})`;
    return sql`${column} ilike ${`%${String(value).replace(/[\\%_]/g, '\\$&')}%`}`;
  },
  number({ column, op, value }) {
    const [from, to] = listOf(value);
    if (op === 'between') return sql`${column} between ${from}::numeric and ${to}::numeric`;
    const operator = { is: sql`=`, less: sql`<`, more: sql`>` }[op as 'is' | 'less' | 'more'];
    return sql`${column} ${operator} ${from}::numeric`;
  },
  check: ({ column, value }) => sql`${column} = ${value}`,
};
