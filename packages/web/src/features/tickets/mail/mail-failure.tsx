import { readMailFailure, retryMessage } from '@trunkline/contract';
import { useMutation } from '@tanstack/react-query';
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import type { Entry } from '../timeline.ts';
import classes from './letter.module.css';

const WORDS = { failed: 'failed', queued: 'waiting', sent: 'failedSome' } as const;

/** Why a mail of ours did not go out, or not yet, or not to all; and sending it again. */
export function MailFailure({ entry }: { entry: Entry }) {
  const { t } = useTranslation('mail');
  const { can } = useSession();
  const retry = useMutation({
    mutationFn: () => call(retryMessage, { params: { id: entry.ticket_id, messageId: entry.id }, body: {} }),
  });
  const { state, failure } = entry;
  if (failure === null || !(state === 'failed' || state === 'queued' || state === 'sent')) return null;
  const { code, said } = readMailFailure(failure);
  const Sign = state === 'queued' ? IconClock : IconAlertCircle;
  return (
    <div
      className={classes['failure']}
      data-kind={WORDS[state]}
      role={state === 'failed' ? 'alert' : undefined}
    >
      <Sign size={14} stroke={1.75} aria-hidden />
      <div className={classes['reason']}>
        <span>{t(WORDS[state], { reason: t(`fault.${code}`) })}</span>
        {said && (
          <span className={classes['said']} dir="auto">
            {t('said', { said })}
          </span>
        )}
        {state === 'failed' && can('TICKETS:REPLY') && (
          <button
            type="button"
            className={classes['link']}
            disabled={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {t('sendAgain')}
          </button>
        )}
        {retry.isError && <span role="alert">{t('sendAgainFailed')}</span>}
      </div>
    </div>
  );
}
