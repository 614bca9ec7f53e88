import { z } from 'zod';
import { mediaId, ticketStatus } from '../kit/codes.ts';
import { FIELD_OPS } from '../custom-fields/custom-field-filter.ts';
import {
  customFieldKey,
  type CustomFieldKey,
  type CustomField,
  type FieldKind,
} from '../custom-fields/custom-fields.ts';
import { LIMITS } from '../kit/limits.ts';
import { id, line, tag, text } from '../kit/shapes.ts';

/** The operators for each kind of value; used by the server and the filter builder. */
export const CONDITION_OPERATORS = {
  /** One value of a list. `value`: the ticket has one of the selected ones. */
  choice: ['is', 'is_not', 'is_empty', 'is_set'],
  /** Several values of a list: the ticket has any of the selected ones, or none of them. */
  choices: ['is', 'is_not', 'is_empty', 'is_set'],
  time: ['after', 'before', 'between', 'is_empty', 'is_set'],
  text: ['contains', 'is', 'is_empty', 'is_set'],
  number: ['is', 'less', 'more', 'between', 'is_empty', 'is_set'],
  check: ['is'],
} as const;
export type ConditionKind = keyof typeof CONDITION_OPERATORS;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[ConditionKind][number];

export type ConditionField = {
  kind: ConditionKind;
  /** The source of the values, for those that are selected. */
  of?:
    | 'status'
    | 'agents'
    | 'media'
    | 'customers'
    | 'departments'
    | 'types'
    | 'categories'
    | 'subcategories'
    | 'caller_types'
    | 'priorities';
  /** May be empty. */
  isOptional?: boolean;
  /** The custom field, if it is one. */
  custom?: CustomField;
};

const CONDITION_FIELD_NAMES = [
  'status',
  'department_id',
  'assignee_id',
  'priority_id',
  'type_id',
  'category_id',
  'subcategory_id',
  'caller_type_id',
  'media_id',
  'tags',
  'customer_id',
  'subject',
  'number',
  'created_at',
  'last_message_at',
  'waiting_since',
  'solved_at',
  'sla_due_at',
  'unread',
  'is_unsent',
  'snoozed_until',
] as const;
export type ConditionFieldName = (typeof CONDITION_FIELD_NAMES)[number];

/** All fields by which tickets can be filtered, in the order in which they are offered. */
export const CONDITION_FIELDS: Readonly<Record<ConditionFieldName, ConditionField>> = {
  status: { kind: 'choice', of: 'status' },
  department_id: { kind: 'choice', of: 'departments' },
  assignee_id: { kind: 'choice', of: 'agents', isOptional: true },
  priority_id: { kind: 'choice', of: 'priorities' },
  type_id: { kind: 'choice', of: 'types', isOptional: true },
  category_id: { kind: 'choice', of: 'categories', isOptional: true },
  subcategory_id: { kind: 'choice', of: 'subcategories', isOptional: true },
  caller_type_id: { kind: 'choice', of: 'caller_types', isOptional: true },
  media_id: { kind: 'choice', of: 'media' },
  tags: { kind: 'choices', isOptional: true },
  customer_id: { kind: 'choice', of: 'customers' },
  subject: { kind: 'text' },
  number: { kind: 'text' },
  created_at: { kind: 'time' },
  last_message_at: { kind: 'time' },
  waiting_since: { kind: 'time', isOptional: true },
  solved_at: { kind: 'time', isOptional: true },
  /** The next SLA target. Before now: overdue; empty: nothing is due. */
  sla_due_at: { kind: 'time', isOptional: true },
  unread: { kind: 'number' },
  is_unsent: { kind: 'check' },
  snoozed_until: { kind: 'time', isOptional: true },
};

const KINDS: Record<FieldKind, ConditionKind> = {
  line: 'text',
  text: 'text',
  link: 'text',
  number: 'number',
  date: 'time',
  date_time: 'time',
  choice: 'choice',
  choices: 'choices',
  check: 'check',
};

/** A field of the table above, or `field:<id>`: a custom field of tickets. */
export type ConditionName = ConditionFieldName | CustomFieldKey;
export const isCustomFieldKey = (field: string): field is CustomFieldKey => field.startsWith('field:');
export const customFieldIdOf = (field: CustomFieldKey): number => Number(field.slice('field:'.length));

/** The field of a name; undefined for a custom field that was deleted. */
export function conditionFieldOf(
  field: ConditionName,
  fields: readonly CustomField[],
): ConditionField | undefined {
  if (!isCustomFieldKey(field)) return CONDITION_FIELDS[field];
  const custom = fields.find(({ id: own }) => own === customFieldIdOf(field));
  return custom && { kind: KINDS[custom.kind], isOptional: true, custom };
}

/** The operators that a field supports; those for empty values only if it may be empty. */
export function operatorsOf({ kind, isOptional = false }: ConditionField): readonly ConditionOperator[] {
  const operators: readonly ConditionOperator[] = CONDITION_OPERATORS[kind];
  return isOptional ? operators : operators.filter((one) => one !== 'is_empty' && one !== 'is_set');
}

/**
 * A moment as ISO text, a day (its midnight in UTC), or relative to now: `-7d`, `-30m`, `+2h`. Before `-7d`: more than a week
 * ago.
 */
const RELATIVE = /^[+-]\d{1,4}[mhd]$/;
const FULL = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;
const isMoment = (text: string) =>
  RELATIVE.test(text) || (FULL.test(text) && !Number.isNaN(Date.parse(text)));
const moment = z.string().max(30).refine(isMoment, 'Not a moment');

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The moment as ISO text, with relative ones computed from `now`. */
export function resolveMoment(text: string, now: number): string {
  if (!RELATIVE.test(text)) return new Date(text).toISOString();
  const unit = UNIT_MS[text.slice(-1) as keyof typeof UNIT_MS];
  return new Date(now + Number(text.slice(0, -1)) * unit).toISOString();
}
export const isRelativeMoment = (text: string): boolean => RELATIVE.test(text);

const several = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(100);
const VALUES: Record<ConditionKind, z.ZodType<ConditionValue>> = {
  choice: several(id),
  choices: several(tag),
  time: moment,
  text: line(LIMITS.search),
  number: z.number(),
  check: z.boolean(),
};
const CHOICES: Partial<Record<ConditionFieldName, z.ZodType<ConditionValue>>> = {
  status: several(ticketStatus),
  media_id: several(mediaId),
  /** `me` is the current user, so that a view can be shared. */
  assignee_id: several(z.union([z.literal('me'), id])),
};

const plain = z.union([text(LIMITS.search), z.number(), z.boolean()]);
const anyValue = z.union([plain, z.array(plain).min(1).max(100)]);
const pair = z.array(z.union([moment, z.number()])).length(2);
export type ConditionValue = string | number | boolean | (string | number | boolean)[];

const isWithoutValue = (op: ConditionOperator) => op === 'is_empty' || op === 'is_set';

/** The schema of the values for this field. Those of a custom field are checked where the field is known. */
function valuesOf(field: ConditionName, op: ConditionOperator): z.ZodType<ConditionValue> {
  if (isCustomFieldKey(field)) return op === 'between' ? pair : anyValue;
  const one = CHOICES[field] ?? VALUES[CONDITION_FIELDS[field].kind];
  return op === 'between' ? pair.and(z.array(one)) : one;
}

const mayAsk = (field: ConditionName, op: ConditionOperator) =>
  isCustomFieldKey(field) || operatorsOf(CONDITION_FIELDS[field]).includes(op);

/** One condition: a field, an operator and a value. */
export const condition = z
  .strictObject({
    field: z.union([z.enum(CONDITION_FIELD_NAMES), customFieldKey]),
    op: z.enum(FIELD_OPS),
    value: anyValue.optional(),
  })
  .transform(({ field, op, value }, context): Condition => {
    if (!mayAsk(field, op)) context.addIssue('This cannot be asked of this field');
    else if (isWithoutValue(op) && value === undefined) return { field, op };
    else {
      const read = isWithoutValue(op) ? undefined : valuesOf(field, op).safeParse(value);
      if (read?.success) return { field, op, value: read.data };
      context.addIssue({ code: 'custom', path: ['value'], message: 'Not a valid value of this field' });
    }
    return z.NEVER;
  });
export type Condition = { field: ConditionName; op: ConditionOperator; value?: ConditionValue };

export const conditions = z.array(condition).max(20);

/** Conditions as JSON text in an address. All must match. */
export const conditionsText = z
  .string()
  .max(6000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('This is not JSON');
      return z.NEVER;
    }
  })
  .pipe(conditions);
