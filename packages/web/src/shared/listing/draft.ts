import { operatorsOf, type Condition, type ConditionField, type ConditionValue } from '@trunkline/contract';

/** A line of the condition builder: a condition whose value may still be missing. */
export type DraftCondition = Omit<Condition, 'value'> & { value?: ConditionValue | undefined };

const NO_VALUE = ['is_empty', 'is_set'];
export const needsValue = ({ op }: DraftCondition): boolean => !NO_VALUE.includes(op);

/** Returns a new line for this field, with its most common operator. */
export function newDraftCondition(field: Condition['field'], of: ConditionField): DraftCondition {
  const [op = 'is'] = operatorsOf(of);
  return { field, op, value: firstValue(of, op) };
}

/** Returns the line with another operator; the value stays where it is still valid. */
export function withOperator(draft: DraftCondition, op: Condition['op'], of: ConditionField): DraftCondition {
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

const isEmpty = (value: DraftCondition['value']) =>
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && (value.length === 0 || value.some((one) => one === '')));

export const isComplete = (draft: DraftCondition): boolean => !needsValue(draft) || !isEmpty(draft.value);
