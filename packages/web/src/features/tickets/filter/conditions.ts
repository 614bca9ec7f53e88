import { CONDITION_FIELDS, operatorsOf, type Condition, type ConditionValue } from '@trunkline/contract';
import type { DeskChoice } from '../filters.ts';

/** A line of the builder: like a condition, but its value may still be missing. */
export type Draft = Omit<Condition, 'value'> & { value?: ConditionValue | undefined };

const NO_VALUE = ['is_empty', 'is_set'];
export const needsValue = ({ op }: Draft): boolean => !NO_VALUE.includes(op);

/** A new line on this field, as it is most often asked for. */
export function draftOf(field: Condition['field']): Draft {
  const [op = 'is'] = operatorsOf(field);
  return { field, op, value: firstValue(field, op) };
}

/** The same line with another comparison; the value stays where it still means something. */
export function withOperator(draft: Draft, op: Condition['op']): Draft {
  const wasPair = draft.op === 'between';
  if (!needsValue({ ...draft, op })) return { field: draft.field, op };
  const isKept = draft.value !== undefined && wasPair === (op === 'between');
  return { field: draft.field, op, value: isKept ? draft.value : firstValue(draft.field, op) };
}

function firstValue(field: Condition['field'], op: Condition['op']): ConditionValue | undefined {
  const { kind } = CONDITION_FIELDS[field];
  if (kind === 'time') return op === 'between' ? ['-7d', '+0m'] : '-7d';
  if (kind === 'number') return op === 'between' ? [0, 1] : 0;
  return kind === 'check' ? true : undefined;
}

const isEmpty = (value: Draft['value']) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const isComplete = (draft: Draft): boolean => !needsValue(draft) || !isEmpty(draft.value);

/** What the address asks for in its short words, said as conditions, and those that it carries as such. */
export function conditionsOf(choice: DeskChoice): Condition[] {
  const { status, department, assignee, media, priority, customer, tag, where = [] } = choice;
  const short: (Draft | false | undefined)[] = [
    status && { field: 'status', op: 'is', value: [...status] },
    department && { field: 'department_id', op: 'is', value: [...department] },
    assignee === 'none' && { field: 'assignee_id', op: 'is_empty' },
    assignee === 'me' && { field: 'assignee_id', op: 'is', value: ['me'] },
    Array.isArray(assignee) && { field: 'assignee_id', op: 'is', value: [...assignee] },
    media && { field: 'media_id', op: 'is', value: [...media] },
    priority && { field: 'priority_id', op: 'is', value: [...priority] },
    customer !== undefined && { field: 'customer_id', op: 'is', value: [customer] },
    tag !== undefined && { field: 'tags', op: 'is', value: [tag] },
  ];
  return [...short.filter((one): one is Condition => Boolean(one)), ...where];
}

/** The choice that lists by these conditions alone; view, sort, search and the open ticket stay. */
export function withConditions(
  { view, sort, q, id, assignee }: DeskChoice,
  where: Condition[],
): Partial<DeskChoice> {
  return { view, sort, q, id, ...(assignee === 'any' && { assignee }), ...(where.length > 0 && { where }) };
}
