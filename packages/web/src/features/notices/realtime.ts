import type { TicketNotice } from '@trunkline/contract';
import type { NumberedEvent } from '#shared/api/realtime-types.ts';

export type NoticePage = { data: TicketNotice[]; has_more: boolean; unread: number };
/** The loaded pages, newest first; the first one carries the count of unread notifications. */
export type NoticeWindow = { pages: NoticePage[] };

/** Returns all loaded notifications, latest first. */
export const noticesOf = ({ pages }: NoticeWindow): TicketNotice[] => pages.flatMap(({ data }) => data);

/** Returns the notifications after an event. */
export function applyToNotices<W extends NoticeWindow>(window: W, event: NumberedEvent): W {
  if (event.name === 'ticket-notice') return withNotice(window, event.payload);
  if (event.name !== 'ticket-notices-read') return window;
  const { unread } = event.payload;
  // The event does not say which were read, unless all were.
  const read = unread > 0 ? window : asRead(window, () => true);
  return withUnread(read, unread);
}

/** Returns the list with a notification added on top, or replaced in place where it continues an earlier one about a followed ticket. */
function withNotice<W extends NoticeWindow>(
  window: W,
  { notice, unread }: { notice: TicketNotice; unread: number },
): W {
  const home = window.pages.findIndex(({ data }) => data.some(({ id }) => id === notice.id));
  // One that continues a notification beyond the loaded pages arrives with its page.
  const oldest = window.pages.at(-1);
  const isFurther = home < 0 && oldest?.has_more === true && notice.id < (oldest.data.at(-1)?.id ?? 0);
  if (isFurther) return withUnread(window, unread);
  const at = Math.max(0, home);
  const pages = window.pages.map((page, index) => {
    if (index !== at) return page;
    const others = page.data.filter((one) => one.id !== notice.id);
    return { ...page, data: [notice, ...others].toSorted((a, b) => b.id - a.id) };
  });
  return withUnread({ ...window, pages }, unread);
}

const withUnread = <W extends NoticeWindow>(window: W, unread: number): W => ({
  ...window,
  pages: window.pages.map((page, index) => (index === 0 ? { ...page, unread } : page)),
});

/** Marks notifications as read at once, before the server confirms. */
export function asRead<W extends NoticeWindow>(window: W, isRead: (notice: TicketNotice) => boolean): W {
  const read = (one: TicketNotice) => (isRead(one) ? { ...one, is_read: true } : one);
  return { ...window, pages: window.pages.map((page) => ({ ...page, data: page.data.map(read) })) };
}
