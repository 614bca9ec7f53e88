import type { ConversationOffer } from '@trunkline/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { realtime } from '#shared/api/realtime.ts';
import { toast } from '#shared/ui/states/toast.ts';

/** Tells why an offer went away, unless the user has just decided it. Returns the function to call before deciding. */
export function useEndedWords(offers: readonly ConversationOffer[]): (conversationId: number) => void {
  const { t } = useTranslation('conversations');
  // The event arrives after the list has dropped the offer, so the names are remembered.
  const names = useRef(new Map<number, string>());
  const decided = useRef(new Set<number>());
  const dismiss = useRef<() => void>(undefined);
  for (const offer of offers) names.current.set(offer.conversation_id, offer.customer_name);

  const say = useEffectEvent(
    (conversationId: number, reason: 'accepted' | 'declined' | 'timeout' | 'withdrawn') => {
      const name = names.current.get(conversationId);
      names.current.delete(conversationId);
      if (decided.current.delete(conversationId) || name === undefined || reason === 'declined') return;
      // Several offers may end at once; the latest message replaces the others.
      dismiss.current?.();
      dismiss.current = toast(t(`ended.${reason}`, { name }), { kind: 'info' });
    },
  );
  useEffect(
    () =>
      realtime.on('conversation-offer-ended', ({ conversation_id, reason }) => say(conversation_id, reason)),
    [],
  );
  return (conversationId) => decided.current.add(conversationId);
}
