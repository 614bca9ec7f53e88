import { ticketFilter } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { deskAddresses, spanOfDay } from './desk-address.ts';

const span = { from: '2026-11-01T17:00:00.000Z', until: '2026-11-02T17:00:00.000Z' };

it('a list of the desk understands what a figure asks it for', () => {
  const { created, overdue, unassigned } = deskAddresses({ department: 3 });
  const { view: _, ...address } = created(span, { part: 'category', id: 7 });
  expect(ticketFilter.parse(address)).toMatchObject({
    status: ['open', 'pending', 'on_hold', 'solved', 'closed'],
    department: [3],
    where: [
      { field: 'created_at', op: 'between', value: [span.from, span.until] },
      { field: 'category_id', op: 'is', value: [7] },
    ],
  });
  const { view: __, ...late } = overdue;
  expect(ticketFilter.parse(late).where).toEqual([{ field: 'sla_due_at', op: 'before', value: '-0m' }]);
  expect(unassigned).toEqual({ department: '3', view: 'open', assignee: 'none' });
  expect(created(span, { part: 'media', id: 6 })).toMatchObject({ media: '6', department: '3' });
  expect(created(span, { part: 'category', id: null }).where).toContain('is_empty');
  const { openSince } = deskAddresses({ department: 3 });
  const conditions = (since: string | null, until: string | null): unknown =>
    ticketFilter.parse({ where: openSince({ since, until }).where }).where;
  expect(conditions(span.from, span.until)).toEqual([
    { field: 'created_at', op: 'between', value: [span.from, span.until] },
  ]);
  expect(conditions(span.from, null)).toEqual([{ field: 'created_at', op: 'after', value: span.from }]);
  expect(conditions(null, span.until)).toEqual([{ field: 'created_at', op: 'before', value: span.until }]);
  const tagged = { field: 'tags', op: 'is', value: ['vip'] };
  const own = deskAddresses({ agent: 4, where: JSON.stringify([tagged]) });
  expect(own.open).toEqual({ assignee: '4', where: JSON.stringify([tagged]), view: 'open' });
  expect(JSON.parse(own.created(span).where ?? '')).toMatchObject([tagged, { field: 'created_at' }]);
});

it('a day ends where the next one begins, and the last one with the range', () => {
  const days = ['01', '02'].map((day) => ({
    day: `2026-11-${day}`,
    starts_at: `start of ${day}`,
    created: 0,
    solved: 0,
  }));
  expect(spanOfDay({ days, ends_at: 'end' }, '2026-11-01')).toEqual({
    from: 'start of 01',
    until: 'start of 02',
  });
  expect(spanOfDay({ days, ends_at: 'end' }, '2026-11-02')).toEqual({ from: 'start of 02', until: 'end' });
  expect(spanOfDay({ days, ends_at: 'end' }, '2026-12-01')).toBeUndefined();
});
