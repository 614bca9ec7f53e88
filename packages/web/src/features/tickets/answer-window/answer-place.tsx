import { IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReference } from '#shared/api/session.ts';
import { useAnswered, useOpenTicket } from '../page/ticket-context.ts';
import { answerPlaces } from '../outbox/written.ts';
import { LineAbove } from '../conversation/composer/line-above.tsx';
import classes from './window.module.css';

/** Selects the account from which the reply is sent, where the customer has written on several. */
export default function AnswerPlace() {
  const { t } = useTranslation('tickets/answer-window');
  const { detail, setAnswerOn } = useOpenTicket();
  const { answered } = useAnswered();
  const { data: reference } = useReference();
  const names = new Map(reference?.channel_accounts.map(({ id, name }) => [id, name]));
  const last = detail.conversations.find(({ id }) => id === detail.answers_on)?.channel_account_id;
  const isOther = last !== undefined && last !== answered?.channel_account_id;
  const places = answerPlaces(detail.conversations);

  function choose(account: string): void {
    setAnswerOn(places.find(({ channel_account_id: id }) => String(id) === account)?.id ?? null);
  }

  return (
    <LineAbove sign={IconRoute} isLoud={isOther}>
      <label className={classes['place']}>
        {t('goesBy')}
        <select
          value={String(answered?.channel_account_id)}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {places.map(({ id, channel_account_id: account }) => (
            <option key={id} value={account}>
              {names.get(account) ?? ''}
            </option>
          ))}
        </select>
      </label>
      {isOther && <span role="status">{t('wroteBy', { account: names.get(last) ?? '' })}</span>}
    </LineAbove>
  );
}
