import { isRelativeMoment } from '@trunkline/contract';
import { useEffect } from 'react';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { ticketKeys } from '../api.ts';
import { type ListFilter, matches } from '../filters.ts';
import { needsServer } from '../timeline/window.ts';

const PAUSE_MS = 10_000;
const MINUTE_MS = 60_000;

/**
 * Fetches a list with a search text or with followed tickets again some time after tickets have changed, because only
 * the server knows which tickets it contains.
 */
export function useSearchRefresh(filter: ListFilter, me: number): void {
  // Relative conditions such as "the last two hours" change with time, without an event.
  const goesByTime = filter.where?.some(({ value }) =>
    [value].flat().some((one) => isRelativeMoment(String(one))),
  );
  useEffect(() => {
    if (!goesByTime) return undefined;
    const timer = setInterval(() => {
      void queryClient.invalidateQueries({ queryKey: ticketKeys.list(filter, me), exact: true });
    }, MINUTE_MS);
    return () => clearInterval(timer);
  }, [goesByTime, filter, me]);

  useEffect(() => {
    if (!needsServer(filter)) return undefined;
    const refetch = () =>
      void queryClient.invalidateQueries({ queryKey: ticketKeys.list(filter, me), exact: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = realtime.on('ticket-changed', (ticket) => {
      if (!matches(ticket, filter, me)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        refetch();
      }, PAUSE_MS);
    });
    const stopFollowing = realtime.on('ticket-followed', () => filter.follower && refetch());
    const stopDrafts = realtime.on('ticket-draft', () => filter.mark === 'draft' && refetch());
    return () => {
      stop();
      stopFollowing();
      stopDrafts();
      clearTimeout(timer);
    };
  }, [filter, me]);
}
