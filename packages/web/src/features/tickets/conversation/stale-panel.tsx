import { Button } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import type { ChangedField } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { useTicketNames } from '#shared/tickets/names.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import type { TicketChangeAttempt } from '../outbox/ticket-attempts.ts';
import classes from './stale-panel.module.css';

/** Shows a conflicting change of another person, and offers to apply one's own anyway. */
export function StalePanel() {
  const { t } = useTranslation('tickets');
  const names = useTicketNames();
  const { actions } = useOpenTicket();
  if (!actions.stale) return null;
  const { attempt, details } = actions.stale;
  return (
    <div className={classes['panel']} role="alertdialog" aria-label={t('stale.title')}>
      <IconGitMerge size={18} stroke={1.75} className={classes['sign']} aria-hidden />
      <div className={classes['text']}>
        <p className={classes['title']}>{t('stale.title')}</p>
        <ul className={classes['changes']}>
          {details.changes.map((change, index) => (
            <li key={index}>
              {t('stale.change', {
                field: names.field(change.field),
                from: names.value(change.field, change.from),
                to: names.value(change.field, change.to),
              })}
              <span className={classes['by']} title={exactTime(change.at)}>
                {t('stale.by', { name: change.by, time: relativeTime(change.at) })}
              </span>
            </li>
          ))}
          {details.changes.length === 0 && <li>{t('stale.other')}</li>}
        </ul>
        <Wanted wanted={attempt.wanted} />
      </div>
      <div className={classes['buttons']}>
        <Button variant="default" onClick={actions.keepTheirs}>
          {t('stale.keep')}
        </Button>
        <Button loading={actions.busy} onClick={() => void actions.applyAnyway()}>
          {t('stale.apply')}
        </Button>
      </div>
    </div>
  );
}

function Wanted({ wanted }: { wanted: TicketChangeAttempt['wanted'] }) {
  const { t } = useTranslation('tickets');
  const names = useTicketNames();
  const { fields = {}, ...own } = wanted;
  const answers = Object.entries(fields).map(([id, value]) => [`field:${id}`, value]);
  const parts = ([...Object.entries(own), ...answers] as [ChangedField, never][]).map(
    ([field, value]) => `${names.field(field)}: ${names.value(field, value)}`,
  );
  return parts.length > 0 ? (
    <p className={classes['yours']}>{t('stale.yours', { what: parts.join(', ') })}</p>
  ) : null;
}
