import { condition } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { filterOf, matches, readDesk, writeDesk } from '../filters.ts';
import { aTicket } from '../test-tickets.ts';
import { conditionsOf, draftOf, isComplete, withConditions, withOperator } from './conditions.ts';

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
  expect(isComplete(draftOf('priority_id'))).toBe(false);
  expect(condition.safeParse(draftOf('created_at')).success).toBe(true);
  const text = { ...draftOf('subject'), value: 'refund' };
  expect(withOperator(text, 'is').value).toBe('refund');
  const pair = withOperator(draftOf('created_at'), 'between');
  expect(condition.safeParse(pair).success).toBe(true);
  expect(condition.safeParse(withOperator(pair, 'before')).success).toBe(true);
  expect(withOperator(draftOf('type_id'), 'is_empty')).toEqual({ field: 'type_id', op: 'is_empty' });
});
