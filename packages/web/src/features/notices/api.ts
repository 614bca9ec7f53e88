import { listNotices, readNotices, type TicketNotice } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { applyToNotices, asRead, type NoticePage } from './realtime.ts';

const KEY = ['notices'] as const;
const PAGE = 50;

/** The latest that one was told, and how much of all is new; live. */
export function useNotices() {
  return useLiveQuery<NoticePage>({
    queryKey: KEY,
    queryFn: ({ signal }) => call(listNotices, { query: { limit: PAGE }, signal }),
    apply: applyToNotices,
  });
}

/** Only the mentions, further back than among all. */
export const fetchMentions = async (signal: AbortSignal): Promise<TicketNotice[]> =>
  (await call(listNotices, { query: { kind: 'mention', limit: PAGE }, signal })).data;

/** All of it was read, or what is about one ticket. Nothing is said where it fails: it stays new. */
export async function markRead(ticketId?: number): Promise<void> {
  const isRead = ({ ticket }: TicketNotice) => ticketId === undefined || ticket.id === ticketId;
  queryClient.setQueryData<NoticePage>(KEY, (page) => page && asRead(page, isRead));
  await call(readNotices, { body: ticketId === undefined ? {} : { ticket_id: ticketId } }).catch(
    () => undefined,
  );
}
