import { relativeTime } from '#shared/lib/format.ts';
import { Fault } from '#shared/messaging/fault.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { PROVIDER_TRAITS, type MessagingAccount } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../widgets.module.css';

/** The state of an account's connection, and what to do about a problem. */
export function AccountHealth({ account }: { account: MessagingAccount }) {
  const { t } = useTranslation('settings/accounts');
  const { state, fault, said, since, last_in_at: lastIn, refused, waiting } = account.health;
  const isConnected = state === 'ok' && PROVIDER_TRAITS[account.provider].isLine;
  return (
    <>
      {state === 'failing' && (
        <Notice kind="failed">
          {since && t('failing-since', { when: relativeTime(since) })} <Fault fault={fault} said={said} />
        </Notice>
      )}
      <p className={classes['dim']}>
        {isConnected && since && t('connected-since', { when: relativeTime(since) })}{' '}
        {lastIn ? t('last-in', { when: relativeTime(lastIn) }) : t('nothing-in')}{' '}
        {waiting > 0 && t('waiting', { count: waiting })} {refused > 0 && t('refused', { count: refused })}
      </p>
    </>
  );
}
