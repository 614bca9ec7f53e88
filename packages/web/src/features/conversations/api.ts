import { type ConversationOffer, listOffers } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { applyToOffers, withoutOffer } from './realtime.ts';

const OFFERS = ['conversations', 'offers'] as const;

/** Conversations that are offered to the user now; live. */
export function useOffers(enabled: boolean) {
  return useLiveQuery<ConversationOffer[]>({
    queryKey: OFFERS,
    queryFn: async ({ signal }) => (await call(listOffers, { signal })).data,
    apply: applyToOffers,
    enabled,
  });
}

/** Removes an offer from the cache at once; the event that follows then changes nothing. */
export function dropOffer(conversationId: number): void {
  queryClient.setQueryData<ConversationOffer[]>(
    OFFERS,
    (offers) => offers && withoutOffer(offers, conversationId),
  );
}
