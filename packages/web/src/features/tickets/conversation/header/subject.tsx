import { LIMITS, onOneLine } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import classes from './subject.module.css';

/** The subject of the ticket; a click makes it editable. */
export function Subject() {
  const { t } = useTranslation('tickets');
  const { detail, actions } = useOpenTicket();
  const { can } = useSession();
  const { subject, merged_into } = detail.ticket;
  const [typed, setTyped] = useState<string | null>(null);

  function finish(keep: boolean): void {
    const wanted = onOneLine(typed ?? '');
    setTyped(null);
    if (keep && wanted !== '' && wanted !== subject) void actions.edit({ subject: wanted });
  }

  if (typed === null) {
    return (
      <h2 className={classes['title']}>
        {can('TICKETS:EDIT') && merged_into === null ? (
          <button
            type="button"
            className={classes['button']}
            title={`${t('action.editSubject')}: ${subject}`}
            onClick={() => setTyped(subject)}
          >
            {subject}
          </button>
        ) : (
          <span className={classes['text']}>{subject}</span>
        )}
      </h2>
    );
  }
  return (
    <input
      className={classes['input']}
      aria-label={t('field.subject')}
      value={typed}
      maxLength={LIMITS.subject}
      ref={(node) => {
        if (node && document.activeElement !== node) node.focus();
      }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(true);
        if (event.key === 'Escape') finish(false);
      }}
    />
  );
}
