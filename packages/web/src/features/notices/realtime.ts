import type { TicketNotice } from '@trunkline/contract';
import type { NumberedEvent } from '#shared/api/realtime-types.ts';

export type NoticePage = { data: TicketNotice[]; has_more: boolean; unread: number };
/** What was fetched so far, the latest page first; how much is new stands on that one. */
export type NoticeWindow = { pages: NoticePage[] };

/** All that was fetched, the latest first. */
export const noticesOf = ({ pages }: NoticeWindow): TicketNotice[] => pages.flatMap(({ data }) => data);

/** What one was told, after an event. */
export function applyToNotices<W extends NoticeWindow>(window: W, event: NumberedEvent): W {
  if (event.name === 'ticket-notice') return withNotice(window, event.payload);
  if (event.name !== 'ticket-notices-read') return window;
  const { unread } = event.payload;
  // Which ones were read is only known when all were.
  const read = unread > 0 ? window : asRead(window, () => true);
  return withUnread(read, unread);
}

/** A new one stands on top; news of a followed ticket go on where they stood. */
function withNotice<W extends NoticeWindow>(
  window: W,
  { notice, unread }: { notice: TicketNotice; unread: number },
): W {
  const home = window.pages.findIndex(({ data }) => data.some(({ id }) => id === notice.id));
  // One that goes on further back than was fetched comes with its page.
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

/** What was read here, before the server says so. */
export function asRead<W extends NoticeWindow>(window: W, isRead: (notice: TicketNotice) => boolean): W {
  const read = (one: TicketNotice) => (isRead(one) ? { ...one, is_read: true } : one);
  return { ...window, pages: window.pages.map((page) => ({ ...page, data: page.data.map(read) })) };
}
