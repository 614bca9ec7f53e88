import type { TicketNotice } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { applyToNotices, asRead, noticesOf, type NoticePage, type NoticeWindow } from './realtime.ts';

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
const page = (ids: number[], part: Partial<NoticePage> = {}): NoticePage => ({
  data: ids.map((id) => aNotice({ id })),
  has_more: false,
  unread: ids.length,
  ...part,
});
const windowOf = (...pages: NoticePage[]): NoticeWindow => ({ pages });
const noticeEvent = (notice: TicketNotice, unread: number) =>
  ({ name: 'ticket-notice', payload: { notice, unread }, seq: 1 }) as const;
const idsOf = ({ pages }: NoticeWindow) => pages.map(({ data }) => data.map(({ id }) => id));

it('puts a new notice on top once, and goes on counting in one that is there', () => {
  const first = applyToNotices(windowOf(page([])), noticeEvent(aNotice({ id: 1 }), 1));
  const second = applyToNotices(first, noticeEvent(aNotice({ id: 2, kind: 'mention' }), 2));
  const third = applyToNotices(second, noticeEvent(aNotice({ id: 1, count: 2 }), 2));
  expect(noticesOf(third).map(({ id, count }) => [id, count])).toEqual([
    [2, 1],
    [1, 2],
  ]);
  expect(applyToNotices(third, noticeEvent(aNotice({ id: 1, count: 2 }), 2))).toEqual(third);
});

it('knows which were read when all were, and which one has opened', () => {
  const both = windowOf(page([3]), page([2, 1], { unread: 9 }));
  const read = (unread: number) => ({ name: 'ticket-notices-read', payload: { unread }, seq: 2 }) as const;
  const some = applyToNotices(both, read(1));
  expect(some.pages[0]).toMatchObject({ unread: 1, data: [{ is_read: false }] });
  expect(noticesOf(applyToNotices(both, read(0))).every((one) => one.is_read)).toBe(true);
  expect(noticesOf(asRead(both, ({ id }) => id === 1)).map((one) => one.is_read)).toEqual([
    false,
    false,
    true,
  ]);
});

it('keeps pages apart: what goes on stays on its page, and what is further back comes with its own', () => {
  const pages = windowOf(page([9, 8]), page([7, 6], { has_more: true }));
  expect(idsOf(applyToNotices(pages, noticeEvent(aNotice({ id: 7, count: 2 }), 5)))).toEqual([
    [9, 8],
    [7, 6],
  ]);
  expect(idsOf(applyToNotices(pages, noticeEvent(aNotice({ id: 10 }), 5)))).toEqual([
    [10, 9, 8],
    [7, 6],
  ]);
  const further = applyToNotices(pages, noticeEvent(aNotice({ id: 2, count: 2 }), 5));
  expect(idsOf(further)).toEqual(idsOf(pages));
  expect(further.pages[0]?.unread).toBe(5);
});
