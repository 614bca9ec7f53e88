import { bulkAction, type BulkChange } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { BULK_FIELDS, bulkActionOf, bulkUpdateOf, canBeSetWith, type BulkForm } from './bulk-form.ts';
import { mergeBulk } from './realtime.ts';

const form = (part: Partial<BulkForm>): BulkForm => ({ field: 'status', value: null, tags: [], ...part });

it('says every change as the server takes it, once its value is there', () => {
  for (const field of BULK_FIELDS) {
    const change = bulkActionOf(
      form({ field, value: field === 'status' ? 'pending' : '3', tags: ['vip'] }),
      () => 2,
    );
    expect(bulkAction.safeParse(change).success, field).toBe(true);
  }
  const answered = form({ field: 'field:4', answer: { answer: 'Belt' } });
  expect(bulkAction.parse(bulkActionOf(answered, () => 2))).toEqual({
    action: 'answer',
    fields: { 4: 'Belt' },
  });
  expect(bulkActionOf(form({ field: 'field:4' }), () => 2)).toBeUndefined();
  expect(bulkActionOf(form({ field: 'field:4', answer: { problem: 'invalid' } }), () => 2)).toBeUndefined();
  expect(bulkActionOf(form({ field: 'priority_id' }), () => 2)).toBeUndefined();
  expect(bulkActionOf(form({ field: 'addTags' }), () => 2)).toBeUndefined();
});

it('takes a subcategory with the category that it is of', () => {
  expect(
    bulkActionOf(form({ field: 'subcategory_id', value: '7' }), (id) => (id === 7 ? 2 : undefined)),
  ).toEqual({
    action: 'set',
    subcategory_id: 7,
    category_id: 2,
  });
  expect(bulkActionOf(form({ field: 'assignee_id', value: 'none' }), () => 2)).toEqual({
    action: 'assign',
    assignee_id: null,
  });
});

it('makes one change of several fields, as the server takes it, once each has its value', () => {
  const rows = [
    form({ field: 'priority_id', value: '3' }),
    form({ field: 'department_id', value: '2' }),
    form({ field: 'assignee_id', value: 'none' }),
    form({ field: 'addTags', tags: ['vip'] }),
    form({ field: 'solve' }),
    form({ field: 'field:4', answer: { answer: 'Belt' } }),
  ];
  expect(bulkAction.parse(bulkUpdateOf(rows, () => 2))).toEqual({
    action: 'update',
    priority_id: 3,
    department_id: 2,
    assignee_id: null,
    tags_added: ['vip'],
    tags_removed: [],
    status: 'solved',
    fields: { 4: 'Belt' },
  });
  expect(bulkUpdateOf([...rows, form({ field: 'type_id' })], () => 2)).toBeUndefined();
  expect(bulkUpdateOf([form({ field: 'solve' })], () => 2)).toEqual({ action: 'solve' });
});

it('offers each field once, one of those that set the same, and reopening alone', () => {
  expect(canBeSetWith('solve', ['status'])).toBe(false);
  expect(canBeSetWith('subcategory_id', ['category_id'])).toBe(false);
  expect(canBeSetWith('priority_id', ['priority_id'])).toBe(false);
  expect(canBeSetWith('reopen', ['priority_id'])).toBe(false);
  expect(canBeSetWith('reopen', [])).toBe(true);
  expect(canBeSetWith('addTags', ['removeTags', 'status'])).toBe(true);
});

const bulk = (part: Partial<BulkChange>): BulkChange => ({
  id: 1,
  at: '2026-11-20T08:00:00.000Z',
  change: { action: 'solve' },
  undoes: null,
  undone_by: null,
  status: 'running',
  total: 9,
  done: 0,
  changed: 0,
  left_out: [],
  ended_at: null,
  is_waiting: false,
  can_undo: false,
  ...part,
});

it('never goes back: what was overtaken on its way changes nothing', () => {
  const done = bulk({ status: 'done', done: 9, changed: 9 });
  expect(mergeBulk([done], bulk({ done: 3 }))).toEqual([done]);
  expect(mergeBulk([bulk({ done: 3 })], done)).toEqual([done]);
  expect(mergeBulk([done], bulk({ id: 2 })).map(({ id }) => id)).toEqual([2, 1]);
});
