import type { TicketNotice } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { applyToNotices, asRead, type NoticePage } from './realtime.ts';

const aNotice = (part: Partial<TicketNotice> & { id: number }): TicketNotice => ({
  kind: 'message',
  ticket: { id: 77, number: '100077', subject: 'The grinder' },
  message_id: 5,
  by: 'Budi',
  text: 'Hello',
  count: 1,
  at: '2026-11-20T08:00:00.000Z',
  is_read: false,
  ...part,
});
const page = (data: TicketNotice[], unread = data.length): NoticePage => ({ data, has_more: false, unread });
const told = (notice: TicketNotice, unread: number) =>
  ({ name: 'ticket-notice', payload: { notice, unread }, seq: 1 }) as const;

it('puts a new notice on top once, and goes on counting in one that is there', () => {
  const first = applyToNotices(page([]), told(aNotice({ id: 1 }), 1));
  const second = applyToNotices(first, told(aNotice({ id: 2, kind: 'mention' }), 2));
  const third = applyToNotices(second, told(aNotice({ id: 1, count: 2 }), 2));
  expect(third.data.map(({ id, count }) => [id, count])).toEqual([
    [2, 1],
    [1, 2],
  ]);
  expect(applyToNotices(third, told(aNotice({ id: 1, count: 2 }), 2))).toEqual(third);
});

it('knows which were read when all were, and which one has opened', () => {
  const both = page([aNotice({ id: 2 }), aNotice({ id: 1 })]);
  const read = (unread: number) => ({ name: 'ticket-notices-read', payload: { unread }, seq: 2 }) as const;
  expect(applyToNotices(both, read(1))).toMatchObject({ unread: 1, data: [{ is_read: false }, {}] });
  expect(applyToNotices(both, read(0)).data.every((one) => one.is_read)).toBe(true);
  expect(asRead(both, ({ id }) => id === 1).data.map((one) => one.is_read)).toEqual([false, true]);
});
