import { readMessagingFailure, retryMessage } from '@trunkline/contract';
import { useMutation } from '@tanstack/react-query';
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { MessagingFaultText } from '#shared/messaging/fault.tsx';
import { newClientKey } from '../outbox/outbox-store.ts';
import type { TimelineMessage } from '../timeline/timeline.ts';
import classes from './message-parts.module.css';

/** Why a message did not reach the customer's phone, or is delayed; with a button to send it again. */
export default function NotSent({ entry, failure }: { entry: TimelineMessage; failure: string }) {
  const { t } = useTranslation('tickets/message-parts');
  const { can } = useSession();
  const [key, setKey] = useState(newClientKey);
  const retry = useMutation({
    mutationFn: () =>
      call(retryMessage, { params: { id: entry.ticket_id, messageId: entry.id }, body: { client_key: key } }),
    // A new key, because another attempt is another request.
    onSuccess: () => setKey(newClientKey()),
  });
  const { code, said } = readMessagingFailure(failure);
  const isWaiting = entry.state === 'queued';
  const Sign = isWaiting ? IconClock : IconAlertCircle;
  return (
    <div
      className={classes['failure']}
      data-waiting={isWaiting || undefined}
      role={isWaiting ? undefined : 'alert'}
    >
      <Sign size={14} stroke={1.75} aria-hidden />
      <span>
        {t(isWaiting ? 'waiting' : 'notSent')} <MessagingFaultText fault={code} said={said} />
        {!isWaiting && can('TICKETS:REPLY') && (
          <button type="button" disabled={retry.isPending} onClick={() => retry.mutate()}>
            {t('sendAgain')}
          </button>
        )}
        {retry.isError && <span role="alert"> {t('sendAgainFailed')}</span>}
      </span>
    </div>
  );
}
