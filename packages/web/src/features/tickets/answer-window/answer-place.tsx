import { IconRoute } from '@tabler/icons-react';
import type { Conversation } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useReference } from '#shared/api/session.ts';
import { recipientOf, useConversationToAnswer, useOpenTicket } from '../page/ticket-context.ts';
import { replyTargets } from '../outbox/reply-target.ts';
import { LineAbove } from '../conversation/composer/line-above.tsx';
import classes from './window.module.css';

/** Selects from which account the reply is sent, and to whom, where there is a choice. */
export default function AnswerPlace() {
  const { t } = useTranslation('tickets/answer-window');
  const { detail, setAnswerOn } = useOpenTicket();
  const { answered, recipient, isToOther, hasPlaces, wroteLast } = useConversationToAnswer();
  const { data: reference } = useReference();
  const accounts = new Map(reference?.channel_accounts.map(({ id, name }) => [id, name]));
  const places = replyTargets(detail.conversations);
  const areOfSeveral = new Set(places.map(({ customer_id: id }) => id)).size > 1;
  const current = places.find(
    (one) =>
      one.channel_account_id === answered?.channel_account_id && one.customer_id === answered.customer_id,
  );

  function nameOf(place: Conversation): string {
    const account = accounts.get(place.channel_account_id) ?? '';
    return areOfSeveral ? `${account} → ${recipientOf(detail, place.customer_id)}` : account;
  }

  function notice(): string {
    if (wroteLast && wroteLast.customer_id !== answered?.customer_id)
      return t('wroteLast', { writer: recipientOf(detail, wroteLast.customer_id), name: recipient });
    if (isToOther) return t('goesTo', { name: recipient });
    return wroteLast ? t('wroteBy', { account: accounts.get(wroteLast.channel_account_id) ?? '' }) : '';
  }

  const words = notice();
  return (
    <LineAbove sign={IconRoute} isLoud={words !== ''}>
      {hasPlaces && (
        <label className={classes['place']}>
          {t('goesBy')}
          <select
            value={String(current?.id)}
            onChange={(event) => setAnswerOn(Number(event.currentTarget.value))}
          >
            {places.map((place) => (
              <option key={place.id} value={place.id}>
                {nameOf(place)}
              </option>
            ))}
          </select>
        </label>
      )}
      {/* Announced when somebody writes meanwhile: the region is there before its words. */}
      <span role="status">{words}</span>
    </LineAbove>
  );
}
