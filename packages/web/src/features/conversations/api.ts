import { type ConversationOffer, listOffers } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { applyToOffers, withoutOffer } from './realtime.ts';

const OFFERS = ['conversations', 'offers'] as const;

/** What is offered to this person right now, live. */
export function useOffers(enabled: boolean) {
  return useLiveQuery<ConversationOffer[]>({
    queryKey: OFFERS,
    queryFn: async ({ signal }) => (await call(listOffers, { signal })).data,
    apply: applyToOffers,
    enabled,
  });
}

/** Takes an offer off the screen; the event that follows finds it gone. */
export function dropOffer(conversationId: number): void {
  queryClient.setQueryData<ConversationOffer[]>(
    OFFERS,
    (offers) => offers && withoutOffer(offers, conversationId),
  );
}
