import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import { getCounters, type NotificationCounters } from '@trunkline/contract';
import { applyToCounters } from './counters.ts';

/** Live counters of unread conversations by channel; undefined until they are loaded. */
export function useCounters(): NotificationCounters | undefined {
  return useLiveQuery({
    queryKey: ['counters'],
    queryFn: ({ signal }) => call(getCounters, { signal }).then((answer) => answer.data),
    apply: applyToCounters,
  }).data;
}
