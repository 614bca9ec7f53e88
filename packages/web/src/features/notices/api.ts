import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { listNotices, readNotices, type TicketNotice } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { useLiveInfiniteQuery } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { applyToNotices, asRead, type NoticePage } from './realtime.ts';

const KEY = ['notices', 'all'] as const;
const PAGE = 50;

type NoticeCursor = number | undefined;
const olderThan = ({ data, has_more: hasMore }: NoticePage): NoticeCursor =>
  hasMore ? data.at(-1)?.id : undefined;

/** The user's notifications, newest page first, with the count of unread ones; live. */
export function useNotices() {
  return useLiveInfiniteQuery<NoticePage, NoticeCursor>({
    queryKey: KEY,
    queryFn: ({ signal, pageParam }) =>
      call(listNotices, { query: { limit: PAGE, before: pageParam }, signal }),
    apply: applyToNotices,
    initialPageParam: undefined,
    getNextPageParam: olderThan,
  });
}

/** Mentions only, page by page; fetched anew when there is a newer one than `latest`. */
export function useMentions(latest: number | undefined, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['notices', 'mentions', latest],
    queryFn: ({ signal, pageParam }) =>
      call(listNotices, { query: { kind: 'mention', limit: PAGE, before: pageParam }, signal }),
    initialPageParam: undefined as NoticeCursor,
    getNextPageParam: olderThan,
    enabled,
    placeholderData: (before) => before,
  });
}

/** Marks all notifications as read, or those of one ticket. A failure needs no message: they stay unread. */
export async function markRead(ticketId?: number): Promise<void> {
  const isRead = ({ ticket }: TicketNotice) => ticketId === undefined || ticket.id === ticketId;
  queryClient.setQueryData<InfiniteData<NoticePage>>(KEY, (window) => window && asRead(window, isRead));
  await call(readNotices, { body: ticketId === undefined ? {} : { ticket_id: ticketId } }).catch(
    () => undefined,
  );
}
