import { CONDITION_FIELDS, condition, type ConditionFieldName } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { newDraftCondition, isComplete, withOperator } from '#shared/listing/draft.ts';
import { filterOf, matches, readDesk, writeDesk } from '../filters.ts';
import { aTicket } from '../test-tickets.ts';
import { conditionsOf, withConditions } from './conditions.ts';

it('says the short words of an address as conditions, and lists the same with them', () => {
  const short = readDesk({
    view: 'open',
    status: 'pending',
    department: '2,3',
    assignee: 'none',
    tag: 'vip',
  });
  const long = readDesk(writeDesk(withConditions(short, conditionsOf(short))));
  expect(long.where?.map(({ field, op }) => [field, op])).toEqual([
    ['status', 'is'],
    ['department_id', 'is'],
    ['assignee_id', 'is_empty'],
    ['tags', 'is'],
  ]);
  const tickets = [
    aTicket({ id: 1, status: 'pending', department_id: 2, tags: ['vip'] }),
    aTicket({ id: 2, status: 'open', department_id: 2, tags: ['vip'] }),
    aTicket({ id: 3, status: 'pending', department_id: 4, tags: ['vip'] }),
    aTicket({ id: 4, status: 'pending', department_id: 3, tags: ['vip'], assignee_id: 5 }),
  ];
  const listed = (choice: typeof short) =>
    tickets.filter((one) => matches(one, filterOf(choice), 5)).map(({ id }) => id);
  expect(listed(short)).toEqual([1]);
  expect(listed(long)).toEqual([1]);
});

it('leaves out conditions in an address that mean nothing', () => {
  expect(readDesk({ where: '[{"field":"colour"}]' }).where).toBeUndefined();
  expect(readDesk({ where: 'x' }).where).toBeUndefined();
});

it('begins a line so that it can be finished, and keeps its value while that still fits', () => {
  const draft = (field: ConditionFieldName) => newDraftCondition(field, CONDITION_FIELDS[field]);
  expect(isComplete(draft('priority_id'))).toBe(false);
  expect(condition.safeParse(draft('created_at')).success).toBe(true);
  const text = { ...draft('subject'), value: 'refund' };
  expect(withOperator(text, 'is', CONDITION_FIELDS.subject).value).toBe('refund');
  const time = CONDITION_FIELDS.created_at;
  const pair = withOperator(draft('created_at'), 'between', time);
  expect(condition.safeParse(pair).success).toBe(true);
  expect(condition.safeParse(withOperator(pair, 'before', time)).success).toBe(true);
  expect(withOperator(draft('type_id'), 'is_empty', CONDITION_FIELDS.type_id)).toEqual({
    field: 'type_id',
    op: 'is_empty',
  });
});
