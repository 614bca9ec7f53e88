import type { ConversationOffer } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { applyToOffers } from './realtime.ts';

function anOffer(conversation_id: number, second: number): ConversationOffer {
  const at = `2026-11-20T08:00:${String(second).padStart(2, '0')}.000Z`;
  return {
    conversation_id,
    ticket_id: conversation_id,
    ticket_number: `T-${conversation_id}`,
    media_id: 6,
    department_id: 1,
    customer_name: 'Dewi Lestari',
    preview: 'Hello',
    offered_at: at,
    expires_at: at,
  };
}
const offered = (payload: ConversationOffer) => ({ name: 'conversation-offer' as const, payload, seq: 1 });
const ended = (conversation_id: number) => ({
  name: 'conversation-offer-ended' as const,
  payload: { conversation_id, reason: 'timeout' as const },
  seq: 1,
});

it('stacks offers in the order they were made, each once', () => {
  const offers = [offered(anOffer(2, 20)), offered(anOffer(1, 10)), offered(anOffer(2, 20))].reduce(
    applyToOffers,
    [],
  );
  expect(offers.map((offer) => offer.conversation_id)).toEqual([1, 2]);
});

it('takes an ended offer away, and knows it again when it comes round', () => {
  const gone = applyToOffers([anOffer(1, 10)], ended(1));
  expect(gone).toEqual([]);
  expect(applyToOffers(gone, offered(anOffer(1, 40)))).toHaveLength(1);
});

it('does not let an old offer replace a newer one', () => {
  const offers = [anOffer(1, 40)];
  expect(applyToOffers(offers, offered(anOffer(1, 10)))).toBe(offers);
  expect(applyToOffers(offers, ended(9))).toBe(offers);
});
