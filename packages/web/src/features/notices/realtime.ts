import type { TicketNotice } from '@trunkline/contract';
import type { NumberedEvent } from '#shared/api/realtime-types.ts';

export type NoticePage = { data: TicketNotice[]; has_more: boolean; unread: number };

/** What one was told, after an event. */
export function applyToNotices(page: NoticePage, event: NumberedEvent): NoticePage {
  if (event.name === 'ticket-notice') return withNotice(page, event.payload);
  if (event.name !== 'ticket-notices-read') return page;
  const { unread } = event.payload;
  // Which ones were read is only known when all were.
  return {
    ...page,
    unread,
    data: unread > 0 ? page.data : page.data.map((one) => ({ ...one, is_read: true })),
  };
}

/** A new one stands on top; news of a followed ticket go on where they stood. */
function withNotice(
  page: NoticePage,
  { notice, unread }: { notice: TicketNotice; unread: number },
): NoticePage {
  const others = page.data.filter((one) => one.id !== notice.id);
  return { ...page, unread, data: [notice, ...others].toSorted((a, b) => b.id - a.id) };
}

/** What was read here, before the server says so. */
export function asRead(page: NoticePage, isRead: (notice: TicketNotice) => boolean): NoticePage {
  return { ...page, data: page.data.map((one) => (isRead(one) ? { ...one, is_read: true } : one)) };
}
