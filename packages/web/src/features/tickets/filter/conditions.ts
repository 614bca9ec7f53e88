import type { Condition } from '@trunkline/contract';
import type { DeskChoice } from '../filters.ts';

const SHORT = {
  status: 'status',
  department: 'department_id',
  media: 'media_id',
  priority: 'priority_id',
} as const;

/** Returns the filters of an address as conditions: its short parameters, and those that it carries as conditions. */
export function conditionsOf(choice: DeskChoice): Condition[] {
  const names = ['status', 'department', 'media', 'priority'] as const;
  const lists = names.flatMap((name) => {
    const value = choice[name];
    return value ? [isOne(SHORT[name], [...value])] : [];
  });
  const customer = choice.customer === undefined ? [] : [isOne('customer_id', [choice.customer])];
  const tag = choice.tag === undefined ? [] : [isOne('tags', [choice.tag])];
  return [...lists, ...assigneeConditions(choice.assignee), ...customer, ...tag, ...(choice.where ?? [])];
}

const isOne = (field: Condition['field'], value: (string | number)[]): Condition => ({
  field,
  op: 'is',
  value,
});

function assigneeConditions(assignee: DeskChoice['assignee']): Condition[] {
  if (assignee === 'none') return [{ field: 'assignee_id', op: 'is_empty' }];
  if (assignee === 'me') return [isOne('assignee_id', ['me'])];
  return Array.isArray(assignee) ? [isOne('assignee_id', [...assignee])] : [];
}

/** Returns the parameters of a list with these conditions; view, sorting, search, following and the open ticket stay. */
export function withConditions(
  { view, sort, q, id, assignee, follower }: DeskChoice,
  where: Condition[],
): Partial<DeskChoice> {
  return {
    view,
    sort,
    q,
    id,
    follower,
    ...(assignee === 'any' && { assignee }),
    ...(where.length > 0 && { where }),
  };
}
