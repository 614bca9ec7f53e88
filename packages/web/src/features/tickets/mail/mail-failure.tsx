import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { readMailFailure, type MessageMail } from '@trunkline/contract';
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import type { TimelineMessage } from '../timeline/timeline.ts';
import classes from './email/email.module.css';

const SendAgain = lazyOverlay(() => import('./send-again.tsx'));

const WORDS = { failed: 'failed', queued: 'waiting', sent: 'failedSome' } as const;

/** Why an e-mail was not sent, is delayed, or did not reach all recipients; with a button to send it again. */
export function MailFailure({ entry, mail }: { entry: TimelineMessage; mail: MessageMail }) {
  const { t } = useTranslation('tickets/mail');
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
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
        {state !== 'queued' && !isOpen && can('TICKETS:REPLY') && (
          <button type="button" className={classes['link']} onClick={() => setOpen(true)}>
            {t('sendAgain')}
          </button>
        )}
        {state !== 'queued' && isOpen && (
          <SendAgain entry={entry} mail={mail} onClose={() => setOpen(false)} />
        )}
      </div>
    </div>
  );
}
