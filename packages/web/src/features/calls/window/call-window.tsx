import { IconMicrophoneOff } from '@tabler/icons-react';
import { findCustomer, meetingProblemOf, type Meeting } from '@trunkline/call-client';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWindowFocus } from '#shared/lib/keys/use-window-focus.ts';
import { useStore } from '#shared/lib/store.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { CallBar } from '../call-bar.tsx';
import { MoveNotices } from '../move/call-move.tsx';
import type { CallMachineState } from '../call-machine.ts';
import { OpenPanel, PanelButtons, type PanelName } from './call-panels.tsx';
import classes from './call-window.module.css';
import { failureText } from '../failure-text.ts';
import { LineHint } from '../picture/line-hint.tsx';
import { meeting } from '../meeting.ts';
import { Picture, Sounds } from '../picture/picture.tsx';
import { RecordingSign } from '../picture/recording-sign.tsx';
import { callStopwatchText } from '@trunkline/contract/duration-text';
import { stopwatchSeconds } from '../picture/stopwatch.ts';
import { useNotice } from '../ringing/use-notice.ts';
import { useWaitingGuestSound, WaitingGuests } from '../room/waiting-guests.tsx';
import type { WindowProps } from './window-props.ts';

const TICK_MS = 500;

/** The floating window of a voice call: 320×240, 20 px from the corner. */
export function CallWindow({ state, onHangUp, onDismiss }: WindowProps) {
  const { t } = useTranslation('calls');
  const now = useStore(meeting);
  const [panel, setPanel] = useState<PanelName>(null);
  useWaitingGuestSound(now.waiting);
  const part = useRef<HTMLElement>(null);
  useWindowFocus(part);
  const other = findCustomer(now.people);
  const { caller } = state.call.dial;
  return (
    <section
      ref={part}
      tabIndex={-1}
      className={classes['window']}
      data-in-corner="voice"
      data-panel={panel !== null}
      aria-label={t('window', { name: caller })}
    >
      {other?.picture && <Picture track={other.picture} label={caller} className={classes['fill']} />}
      <Sounds people={now.people} speaker={now.devices.speaker.current} />
      <header className={classes['top']}>
        <span className={classes['name']} dir="auto">
          {caller}
        </span>
        {state.status === 'joined' && (
          <>
            <Stopwatch state={state} />
            <PanelButtons now={now} open={panel} onOpen={setPanel} className={classes['plain']} />
          </>
        )}
      </header>
      {state.status === 'joined' && (
        <div className={classes['panel']}>
          {panel !== 'people' && <WaitingGuests waiting={now.waiting} />}
          <OpenPanel
            now={now}
            open={panel}
            kind="voice"
            credentials={state.credentials}
            onClose={() => setPanel(null)}
          />
        </div>
      )}
      <div className={classes['middle']} data-seen={Boolean(other?.picture)}>
        {!other?.picture && <Avatar name={caller} size={64} />}
        <div className={classes['stack']} role="status">
          <Notices state={state} now={now} />
        </div>
        {state.status === 'joined' && <MoveNotices credentials={state.credentials} />}
      </div>
      {other?.isMuted && other.role !== 'guest' && (
        <span className={classes['badge']}>
          <IconMicrophoneOff size={14} stroke={1.75} aria-hidden /> {t('notice.muted')}
        </span>
      )}
      {state.status === 'joined' && <RecordingSign state={state} isBadge />}
      <CallBar state={state} now={now} onHangUp={onHangUp} onDismiss={onDismiss} />
    </section>
  );
}

/** The notices of the call, below each other. */
function Notices({ state, now }: Pick<WindowProps, 'state'> & { now: Meeting }) {
  const { t } = useTranslation('calls');
  const notice = useNotice(state, now);
  const problem = meetingProblemOf(now);
  if (state.status === 'error')
    return <span className={classes['notice']}>{failureText(t, state.message)}</span>;
  return (
    <>
      {notice && <span className={classes['notice']}>{t(`notice.${notice}`)}</span>}
      {problem !== 'none' && <span className={classes['notice']}>{t(`problem.${problem}`)}</span>}
      {now.people
        .filter(({ isLocal, role }) => !isLocal && role === 'supervisor')
        .map(({ id, name, isWhispering }) => (
          <span key={id} className={classes['notice']}>
            {t(isWhispering ? 'supervisor.whispers' : 'supervisor.joined', { name })}
          </span>
        ))}
      <LineHint now={now} kind="voice" className={classes['notice']} />
    </>
  );
}

/** Stands still once the call is over, for as long as its window is still there. */
export function Stopwatch({ state }: { state: Extract<CallMachineState, { status: 'joined' }> }) {
  const now = useNow(state.isOver ? null : TICK_MS);
  return (
    <span className={classes['clock']}>
      {callStopwatchText(stopwatchSeconds(state.credentials.pickup_time, state.pickupTime, now))}
    </span>
  );
}
