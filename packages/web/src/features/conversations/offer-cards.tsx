import { useNavigate } from '@tanstack/react-router';
import { acceptOffer, type ConversationOffer, declineOffer } from '@trunkline/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { useReference, useSession } from '#shared/api/session.ts';
import { useKeptFocus } from '#shared/lib/keys/use-kept-focus.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { dropOffer, useOffers } from './api.ts';
import { OfferCard } from './offer-card.tsx';
import classes from './offer-card.module.css';
import { useEndedWords } from './use-ended-words.ts';
import { useOfferSound } from './use-offer-sound.ts';

const NONE: ConversationOffer[] = [];

/** Offered conversations, shown over every page: the oldest one, and the number of others. They never take the focus. */
export function OfferCards() {
  const { t } = useTranslation('conversations');
  const { can } = useSession();
  const navigate = useNavigate();
  const { data: offers = NONE } = useOffers(can('TICKETS:REPLY'));
  const [first] = offers;
  const [busy, setBusy] = useState<number | null>(null);
  const decide = useEndedWords(offers);
  useOfferSound(offers.length > 0);
  const place = useRef<HTMLElement>(null);
  useKeptFocus(place, () => document.getElementById('page'));

  async function answer(offer: ConversationOffer, take: boolean): Promise<void> {
    const params = { id: offer.conversation_id };
    setBusy(offer.conversation_id);
    decide(offer.conversation_id);
    try {
      if (take) await call(acceptOffer, { params, body: {} });
      else await call(declineOffer, { params, body: {} });
      dropOffer(offer.conversation_id);
      if (take) await navigate({ to: '/tickets', search: { view: 'mine', id: offer.ticket_id } });
    } catch (error) {
      handleRefusal(error, offer);
    } finally {
      setBusy(null);
    }
  }

  function handleRefusal(error: unknown, offer: ConversationOffer): void {
    const code = errorCode(error);
    const isGone =
      code === 'offer_gone' || code === 'not_found' || code === 'conflict' || code === 'already_assigned';
    if (isGone) dropOffer(offer.conversation_id);
    toast(t(isGone ? 'ended.gone' : code === 'offline' ? 'offline' : 'failed'), {
      kind: isGone ? 'info' : 'failed',
    });
  }

  return (
    <>
      <Announcement offers={offers} />
      {first && (
        <section ref={place} tabIndex={-1} aria-label={t('label')} className={classes['place']}>
          <OfferCard
            key={`${first.conversation_id} ${first.offered_at}`}
            offer={first}
            more={offers.length - 1}
            busy={busy === first.conversation_id}
            onTake={() => void answer(first, true)}
            onDecline={() => void answer(first, false)}
          />
        </section>
      )}
    </>
  );
}

/** Announces each offer once to screen readers, without the seconds that count down. */
function Announcement({ offers }: { offers: readonly ConversationOffer[] }) {
  const { t } = useTranslation('conversations');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  const newest = offers.at(-1);
  const department = reference?.departments.find((one) => one.id === newest?.department_id)?.name ?? '';
  return (
    <p className="sr-only" role="status">
      {newest &&
        t('announce', { name: newest.customer_name, media: shared(`media.${newest.media_id}`), department })}
    </p>
  );
}
