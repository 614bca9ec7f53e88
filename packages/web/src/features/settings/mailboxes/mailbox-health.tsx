import { relativeTime } from '#shared/lib/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import type { MailboxHealth as Health, MailFault } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../widgets.module.css';

/** The state of a mailbox, and what to do about a problem. */
export function MailboxHealth({
  health: { state, fault, said, since, last_ok_at: lastOk },
}: {
  health: Health;
}) {
  const { t } = useTranslation('settings');
  const looked = lastOk && t('mailbox.last-ok', { when: relativeTime(lastOk) });
  if (state !== 'failing') return looked && state === 'ok' && <p className={classes['dim']}>{looked}</p>;
  return (
    <Notice kind="failed">
      {since && t('mailbox.failing-since', { when: relativeTime(since) })} <Fault fault={fault} said={said} />{' '}
      {looked}
    </Notice>
  );
}

/** A problem in words, with the mail server's own message where there is one. */
export function Fault({ fault, said }: { fault: MailFault | null; said: string }) {
  const { t } = useTranslation('settings');
  const why = fault ?? 'other';
  return (
    <>
      {t(`mailbox.faults.${why}`, { said })}
      {said && why !== 'folder_missing' && (
        <>
          {' '}
          <bdi>{t('mailbox.said', { said })}</bdi>
        </>
      )}
    </>
  );
}
