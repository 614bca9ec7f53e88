import { UnstyledButton } from '@mantine/core';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { meetingProblemOf } from '@trunkline/call-client';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWindowFocus } from '#shared/lib/keys/use-window-focus.ts';
import { useStore } from '#shared/lib/store.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { CallBar } from '../call-bar.tsx';
import { MoveNotices } from '../move/call-move.tsx';
import { Stopwatch } from './call-window.tsx';
import type { WindowProps } from './window-props.ts';
import { OpenPanel, PanelButtons, type PanelName } from './call-panels.tsx';
import classes from './call-window.module.css';
import { failureText } from '../failure-text.ts';
import { LineHint } from '../picture/line-hint.tsx';
import { meeting } from '../meeting.ts';
import { Picture, Sounds } from '../picture/picture.tsx';
import { RecordingSign } from '../picture/recording-sign.tsx';
import { ScreenTile, Tile } from '../picture/tile.tsx';
import { useDrag } from './use-drag.ts';
import { useNotice } from '../ringing/use-notice.ts';
import { useWaitingGuestSound, WaitingGuests } from '../room/waiting-guests.tsx';

/** Section 9 fixes where the window opens and the size of the agent's own picture. */
const START = { x: 500, y: 330 };
const SIZE = { width: 480, height: 310 };
/** Sizes with an open panel: beside the call, or on a phone below it. */
const WIDE = { width: 780, height: 420 };
const TALL = { width: 374, height: 520 };

/** The window of a video call: it can be dragged, maximised and minimised. */
export function VideoWindow({ state, onHangUp, onDismiss }: WindowProps) {
  const { t } = useTranslation('calls');
  const [isLarge, setLarge] = useState(false);
  const now = useStore(meeting);
  const [panel, setPanel] = useState<PanelName>(null);
  const withPanel = useNarrow() ? TALL : WIDE;
  const drag = useDrag(START, panel ? withPanel : SIZE);
  useWaitingGuestSound(now.waiting);
  const part = useRef<HTMLElement>(null);
  useWindowFocus(part);
  const own = now.people.find(({ isLocal }) => isLocal);
  const { caller } = state.call.dial;
  return (
    <section
      ref={part}
      tabIndex={-1}
      className={classes['video']}
      data-large={isLarge}
      data-in-corner={!isLarge && drag.isInCorner ? 'video' : undefined}
      data-panel={panel !== null}
      style={isLarge ? undefined : drag.style}
      aria-label={t('window', { name: caller })}
    >
      {/* The handle takes the arrow keys, so that the window can be moved without a pointer. */}
      <header
        className={classes['head']}
        {...(!isLarge && drag.handle)}
        tabIndex={isLarge ? -1 : 0}
        role="group"
        aria-label={t('move')}
      >
        <span className={classes['name']} dir="auto">
          {caller}
        </span>
        {state.status === 'joined' && (
          <>
            <RecordingSign state={state} />
            <Stopwatch state={state} />
            <PanelButtons now={now} open={panel} onOpen={setPanel} className={classes['plain']} hasScreen />
          </>
        )}
        <SizeButton isLarge={isLarge} onChange={setLarge} />
      </header>
      <Tiles state={state} />
      <Sounds people={now.people} speaker={now.devices.speaker.current} />
      {own?.picture && <Picture track={own.picture} label={t('own')} isMirrored className={classes['own']} />}
      {state.status === 'joined' && <MoveNotices credentials={state.credentials} hasTiles />}
      {state.status === 'joined' && (
        <div className={classes['panel']}>
          {panel !== 'people' && <WaitingGuests waiting={now.waiting} />}
          <OpenPanel
            now={now}
            open={panel}
            kind="video"
            credentials={state.credentials}
            onClose={() => setPanel(null)}
          />
        </div>
      )}
      <CallBar state={state} now={now} onHangUp={onHangUp} onDismiss={onDismiss} hasCamera />
    </section>
  );
}

function SizeButton({ isLarge, onChange }: { isLarge: boolean; onChange: (isLarge: boolean) => void }) {
  const { t } = useTranslation('calls');
  const label = isLarge ? t('restore') : t('maximize');
  const Icon = isLarge ? IconMinimize : IconMaximize;
  return (
    <UnstyledButton
      className={classes['plain'] ?? ''}
      aria-label={label}
      title={label}
      onClick={() => onChange(!isLarge)}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}

/** The tiles of the other participants, or why there is nobody. */
function Tiles({ state }: Pick<WindowProps, 'state'>) {
  const { t } = useTranslation('calls');
  const now = useStore(meeting);
  const notice = useNotice(state, now);
  const others = now.people.filter(({ isLocal }) => !isLocal);
  const worst = meetingProblemOf(now);
  const problem = worst === 'none' ? undefined : t(`problem.${worst}`);
  const said = notice === null || notice === 'waiting' ? undefined : t(`notice.${notice}`);
  if (state.status === 'error') {
    return (
      <p className={classes['empty']} role="alert">
        {failureText(t, state.message)}
      </p>
    );
  }
  if (others.length === 0) {
    return (
      <p className={classes['empty']} role="status">
        {problem ?? said ?? t('waitingVideo')}
      </p>
    );
  }
  return (
    <div className={classes['tiles']} data-count={Math.min(others.length, 4)}>
      {now.people.map((person) => (
        <ScreenTile key={person.id} person={person} />
      ))}
      {others.map((person) => (
        <Tile key={person.id} person={person} />
      ))}
      <div className={classes['notices']} role="status">
        {(problem ?? said) && <span className={classes['notice']}>{problem ?? said}</span>}
        <LineHint now={now} kind="video" className={classes['notice']} />
      </div>
    </div>
  );
}
