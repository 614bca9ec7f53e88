import { Button } from '@mantine/core';
import { IconMicrophoneOff } from '@tabler/icons-react';
import { customerIn, problemOf } from '@trunkline/call-client';
import { useTranslation } from 'react-i18next';
import { useStore } from '#shared/lib/store.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { MoveNotices, MoveTools } from './call-move.tsx';
import { HangUpButton, MicrophoneButton } from './call-buttons.tsx';
import type { CallState } from './call-machine.ts';
import classes from './call-window.module.css';
import { failureText } from './failure-text.ts';
import { meeting, meetings } from './meeting.ts';
import { Picture, Sounds } from './picture.tsx';
import { RecordButton } from './record-button.tsx';
import { stopwatchSeconds, toClock } from './stopwatch.ts';
import { useNotice } from './use-notice.ts';

type OpenState = Extract<CallState, { status: 'joined' | 'error' }>;
export type WindowProps = { state: OpenState; onHangUp: () => void; onDismiss: () => void };

const TICK_MS = 500;

/** The floating window of a voice call: 320×240, 20 px from the corner. */
export function CallWindow({ state, onHangUp, onDismiss }: WindowProps) {
  const { t } = useTranslation('calls');
  const now = useStore(meeting);
  const notice = useNotice(state, now);
  const problem = problemOf(now);
  const other = customerIn(now.people);
  const own = now.people.find(({ isLocal }) => isLocal);
  const { caller } = state.call.dial;
  return (
    <section className={classes['window']} aria-label={t('window', { name: caller })}>
      {other?.picture ? (
        <Picture track={other.picture} label={caller} className={classes['fill']} />
      ) : (
        <Avatar name={caller} size={72} />
      )}
      <Sounds people={now.people} speaker={now.devices.speaker.current} />
      <header className={classes['top']}>
        <span className={classes['name']} dir="auto">
          {caller}
        </span>
        {state.status === 'joined' && <Stopwatch state={state} />}
      </header>
      <div className={classes['notices']} role="status">
        {state.status === 'error' && (
          <span className={classes['notice']}>{failureText(t, state.message)}</span>
        )}
        {state.status === 'joined' && notice && (
          <span className={classes['notice']}>{t(`notice.${notice}`)}</span>
        )}
        {state.status === 'joined' && problem !== 'none' && (
          <span className={classes['notice']}>{t(`problem.${problem}`)}</span>
        )}
      </div>
      {other?.isMuted && (
        <span className={classes['badge']}>
          <IconMicrophoneOff size={14} stroke={1.75} aria-hidden /> {t('notice.muted')}
        </span>
      )}
      {state.status === 'joined' && <MoveNotices seat={state.seat} />}
      <footer className={classes['bar']}>
        {state.status === 'joined' ? (
          <>
            <MicrophoneButton
              isOn={own ? !own.isMuted : true}
              onChange={(isOn) => meetings.setMicrophone(isOn)}
            />
            <RecordButton seat={state.seat} />
            <MoveTools seat={state.seat} />
            <HangUpButton onClick={onHangUp} />
          </>
        ) : (
          <Button size="xs" variant="default" onClick={onDismiss}>
            {t('close')}
          </Button>
        )}
      </footer>
    </section>
  );
}

export function Stopwatch({ state }: { state: Extract<CallState, { status: 'joined' }> }) {
  const now = useNow(TICK_MS);
  return (
    <span className={classes['clock']}>
      {toClock(stopwatchSeconds(state.seat.pickup_time, state.pickupTime, now))}
    </span>
  );
}
