import { call } from '#shared/api/call.ts';
import { relativeTime } from '#shared/lib/format.ts';
import { saveFailure } from '#shared/forms/save-failure.ts';
import { MessagingFaultText } from '#shared/messaging/fault.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PROVIDER_TRAITS, retryUnprocessedDeliveries, type MessagingAccount } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { cacheRecord } from '../account-kit/cache-record.ts';
import classes from '../widgets.module.css';

type Props = { account: MessagingAccount; canEdit: boolean };

/** The state of an account's connection, and what to do about a problem. */
export function AccountHealth({ account, canEdit }: Props) {
  const { t } = useTranslation('settings/accounts');
  const { state, fault, said, since, last_in_at: lastIn, refused, waiting } = account.health;
  const isConnected = state === 'ok' && PROVIDER_TRAITS[account.provider].isLine;
  return (
    <>
      {state === 'failing' && (
        <Notice kind="failed">
          {since && t('failing-since', { when: relativeTime(since) })}{' '}
          <MessagingFaultText fault={fault} said={said} />
        </Notice>
      )}
      <Unprocessed account={account} canEdit={canEdit} />
      <p className={classes['dim']}>
        {isConnected && since && t('connected-since', { when: relativeTime(since) })}{' '}
        {lastIn ? t('last-in', { when: relativeTime(lastIn) }) : t('nothing-in')}{' '}
        {waiting > 0 && t('waiting', { count: waiting })} {refused > 0 && t('refused', { count: refused })}
      </p>
    </>
  );
}

/** Deliveries whose messages are on no ticket, and a button to process them again. */
function Unprocessed({ account, canEdit }: Props) {
  const { t } = useTranslation('settings/accounts');
  const { t: settings } = useTranslation('settings');
  const { id, health } = account;
  const retry = useMutation({
    mutationFn: () => call(retryUnprocessedDeliveries, { params: { id }, body: {} }),
    onSuccess: ({ data }) => cacheRecord('messaging-accounts', data),
    onError: (error) => toast(settings(saveFailure(error)), { kind: 'failed' }),
  });
  if (!health.unprocessed) return null;
  const { count, last_at: lastAt, reason } = health.unprocessed;
  return (
    <Notice
      kind="failed"
      actions={
        canEdit && (
          <Button variant="default" size="xs" loading={retry.isPending} onClick={() => retry.mutate()}>
            {t('unprocessed.retry')}
          </Button>
        )
      }
    >
      {t('unprocessed.text', { count, when: relativeTime(lastAt) })}{' '}
      <bdi>{t('unprocessed.why', { reason })}</bdi>
    </Notice>
  );
}
