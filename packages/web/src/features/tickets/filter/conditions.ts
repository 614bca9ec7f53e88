import { operatorsOf, type Condition, type ConditionField, type ConditionValue } from '@trunkline/contract';
import type { DeskChoice } from '../filters.ts';

/** A line of the builder: like a condition, but its value may still be missing. */
export type Draft = Omit<Condition, 'value'> & { value?: ConditionValue | undefined };

const NO_VALUE = ['is_empty', 'is_set'];
export const needsValue = ({ op }: Draft): boolean => !NO_VALUE.includes(op);

/** A new line on this field, as it is most often asked for. */
export function draftOf(field: Condition['field'], of: ConditionField): Draft {
  const [op = 'is'] = operatorsOf(of);
  return { field, op, value: firstValue(of, op) };
}

/** The same line with another comparison; the value stays where it still means something. */
export function withOperator(draft: Draft, op: Condition['op'], of: ConditionField): Draft {
  const wasPair = draft.op === 'between';
  if (!needsValue({ ...draft, op })) return { field: draft.field, op };
  const isKept = draft.value !== undefined && wasPair === (op === 'between');
  return { field: draft.field, op, value: isKept ? draft.value : firstValue(of, op) };
}

function firstValue({ kind }: ConditionField, op: Condition['op']): ConditionValue | undefined {
  if (kind === 'time') return op === 'between' ? ['-7d', '+0m'] : '-7d';
  if (kind === 'number') return op === 'between' ? [0, 1] : 0;
  return kind === 'check' ? true : undefined;
}

const isEmpty = (value: Draft['value']) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const isComplete = (draft: Draft): boolean => !needsValue(draft) || !isEmpty(draft.value);

const SHORT = {
  status: 'status',
  department: 'department_id',
  media: 'media_id',
  priority: 'priority_id',
} as const;

/** What the address asks for in its short words, said as conditions, and those that it carries as such. */
export function conditionsOf(choice: DeskChoice): Condition[] {
  const names = ['status', 'department', 'media', 'priority'] as const;
  const lists = names.flatMap((name) => {
    const value = choice[name];
    return value ? [isOne(SHORT[name], [...value])] : [];
  });
  const customer = choice.customer === undefined ? [] : [isOne('customer_id', [choice.customer])];
  const tag = choice.tag === undefined ? [] : [isOne('tags', [choice.tag])];
  return [...lists, ...withWhom(choice.assignee), ...customer, ...tag, ...(choice.where ?? [])];
}

const isOne = (field: Condition['field'], value: (string | number)[]): Condition => ({
  field,
  op: 'is',
  value,
});

function withWhom(assignee: DeskChoice['assignee']): Condition[] {
  if (assignee === 'none') return [{ field: 'assignee_id', op: 'is_empty' }];
  if (assignee === 'me') return [isOne('assignee_id', ['me'])];
  return Array.isArray(assignee) ? [isOne('assignee_id', [...assignee])] : [];
}

/** The choice that lists by these conditions; view, sort, search, following and the open ticket stay. */
export function withConditions(
  { view, sort, q, id, assignee, follower }: DeskChoice,
  where: Condition[],
): Partial<DeskChoice> {
  return {
    ...{ view, sort, q, id, follower },
    ...(assignee === 'any' && { assignee }),
    ...(where.length > 0 && { where }),
  };
}
