import { Button } from '@mantine/core';
import type { ConversationOffer } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useReference } from '#shared/api/session.ts';
import { durationText } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { CountdownRing } from './countdown-ring.tsx';
import classes from './offer-card.module.css';

type Props = {
  offer: ConversationOffer;
  /** Number of further offers. */
  more: number;
  busy: boolean;
  onTake: () => void;
  onDecline: () => void;
};

const TICK_MS = 250;

/** One offered conversation: customer, channel, first message, and the time left to take it. */
export function OfferCard({ offer, more, busy, onTake, onDecline }: Props) {
  const { t } = useTranslation('conversations');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  const now = useNow(TICK_MS);
  const left = Math.max(0, Date.parse(offer.expires_at) - now);
  const whole = Math.max(1, Date.parse(offer.expires_at) - Date.parse(offer.offered_at));
  const seconds = Math.ceil(left / 1000);
  const department = reference?.departments.find((one) => one.id === offer.department_id)?.name;
  return (
    <article className={classes['card']} aria-label={offer.customer_name}>
      <div className={classes['top']}>
        <div className={classes['who']}>
          <span className={classes['name']} dir="auto">
            {offer.customer_name}
          </span>
          <span className={classes['where']}>
            <MediaGlyph media={offer.media_id} size={14} label={false} />
            {shared(`media.${offer.media_id}`)}
            {department && <span>· {department}</span>}
          </span>
        </div>
        <CountdownRing
          share={Math.min(1, left / whole)}
          seconds={seconds}
          label={t('left', { time: durationText(seconds) })}
        />
      </div>
      <p className={classes['said']} dir="auto">
        {offer.preview || t('empty')}
      </p>
      {more > 0 && <p className={classes['more']}>{t('more', { count: more })}</p>}
      <div className={classes['buttons']}>
        <Button
          variant="default"
          disabled={busy}
          aria-label={t('pass', { name: offer.customer_name })}
          onClick={onDecline}
        >
          {t('decline')}
        </Button>
        <Button loading={busy} aria-label={t('open', { name: offer.customer_name })} onClick={onTake}>
          {t('take')}
        </Button>
      </div>
    </article>
  );
}
