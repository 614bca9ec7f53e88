import type { JoinCredentials } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useCallParticipants } from '../call-participants.ts';
import classes from '../window/call-window.module.css';

/** The red mark of a recording in its current state; nothing where there is none. */
export function RecordingSign({
  credentials,
  isBadge = false,
}: {
  credentials: JoinCredentials;
  isBadge?: boolean;
}) {
  const { t } = useTranslation('calls');
  const now = useCallParticipants(credentials.call_id)?.recording ?? 'off';
  return (
    <span className={isBadge ? classes['badge'] : undefined} data-recording={now} role="status">
      {now !== 'off' && (
        <>
          <span className={classes['sign']} title={t(`recorded.you.${now}`)} aria-hidden>
            <span className={classes['light']} />
            <span className={classes['letters']}>{t('recorded.sign')}</span>
            {now === 'paused' && <span className={classes['paused']}>{t('recorded.paused')}</span>}
          </span>
          <span className="sr-only">{t(`recorded.you.${now}`)}</span>
        </>
      )}
    </span>
  );
}
