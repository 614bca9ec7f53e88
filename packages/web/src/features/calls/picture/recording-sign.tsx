import { useTranslation } from 'react-i18next';
import type { CallMachineState } from '../call-machine.ts';
import { recordingSignOf, useCallParticipants } from '../call-participants.ts';
import classes from '../window/call-window.module.css';

/** The red mark of a recording in its current state; nothing where there is none. */
export function RecordingSign({
  state,
  isBadge = false,
}: {
  state: Extract<CallMachineState, { status: 'joined' }>;
  isBadge?: boolean;
}) {
  const { t } = useTranslation('calls');
  const now = recordingSignOf(useCallParticipants(state.credentials.call_id), state.isOver);
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
