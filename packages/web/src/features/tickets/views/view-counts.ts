import { countTickets, type TicketView } from '@trunkline/contract';
import { useQueries } from '@tanstack/react-query';
import { call } from '#shared/api/call.ts';
import { number } from '#shared/lib/format.ts';
import { queryOf } from '../api.ts';
import { filterOf, readDesk } from '../filters.ts';

/** A view's count goes no further, so that counting costs little however many tickets there are. */
const UP_TO = 999;
const EVERY_MS = 60_000;

/** The counts of views that are no standard ones, by key; counted anew every minute. */
export function useViewCounts(views: readonly { key: string; search: TicketView['search'] }[]) {
  const answers = useQueries({
    queries: views.map(({ search }) => {
      const query = { ...queryOf(filterOf(readDesk(search))), up_to: UP_TO };
      return {
        queryKey: ['tickets', 'view-count', query],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await call(countTickets, { query, signal })).data,
        refetchInterval: EVERY_MS,
        staleTime: EVERY_MS,
      };
    }),
  });
  return new Map(
    views.map(({ key }, index) => {
      const data = answers[index]?.data;
      return [key, data && `${number(data.count)}${data.is_more ? '+' : ''}`];
    }),
  );
}
