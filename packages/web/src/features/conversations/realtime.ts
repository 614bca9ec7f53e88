import type { ConversationOffer } from '@trunkline/contract';
import type { NumberedEvent } from '#shared/api/realtime-types.ts';

/** Returns the user's offers after an event, oldest first. */
export function applyToOffers(offers: ConversationOffer[], event: NumberedEvent): ConversationOffer[] {
  if (event.name === 'conversation-offer') return withOffer(offers, event.payload);
  if (event.name === 'conversation-offer-ended') return withoutOffer(offers, event.payload.conversation_id);
  return offers;
}

/** Returns the offers without one of them; the same list when it was not there. */
export function withoutOffer(offers: ConversationOffer[], conversationId: number): ConversationOffer[] {
  const rest = offers.filter((offer) => offer.conversation_id !== conversationId);
  return rest.length === offers.length ? offers : rest;
}

// The same conversation may be offered again after others did not take it; the newer offer counts.
function withOffer(offers: ConversationOffer[], offer: ConversationOffer): ConversationOffer[] {
  const known = offers.find((held) => held.conversation_id === offer.conversation_id);
  if (known && known.offered_at >= offer.offered_at) return offers;
  return [...withoutOffer(offers, offer.conversation_id), offer].toSorted((a, b) =>
    a.offered_at.localeCompare(b.offered_at),
  );
}
