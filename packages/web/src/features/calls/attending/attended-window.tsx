import { UnstyledButton } from '@mantine/core';
import { IconDoorExit, type Icon } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { meetingProblemOf } from '@trunkline/call-client';
import { changeEscort, endEscort, ESCORT_MODES, type EscortMode } from '@trunkline/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonWords } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { realtime } from '#shared/api/realtime.ts';
import { attendedCall, type AttendedCall } from '#shared/dialing/attended-call.ts';
import { ESCORT_MODE_ICONS } from '#shared/dialing/escort-icons.ts';
import { ENDS, useWindowFocus } from '#shared/lib/keys/use-window-focus.ts';
import { useStore } from '#shared/lib/store.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { MicrophoneButton } from '../call-buttons.tsx';
import { meeting, meetings } from '../meeting.ts';
import { Sounds } from '../picture/picture.tsx';
import { ScreenTile, Tile } from '../picture/tile.tsx';
import classes from '../window/call-window.module.css';
import { useDrag } from '../window/use-drag.ts';
import { joinAttendedCall, followEscort } from './attend.ts';

const START = { x: 500, y: 330 };
const SIZE = { width: 480, height: 310 };

/** The window of a call that a supervisor attends: who is in it, who hears the supervisor, and how they attend it. */
export function AttendedWindow({ attended: { escort, name } }: { attended: AttendedCall }) {
  const { t } = useTranslation('calls');
  const now = useStore(meeting);
  const drag = useDrag(START, SIZE);
  const part = useRef<HTMLElement>(null);
  useAttending();
  useWindowFocus(part);
  return (
    <section
      ref={part}
      tabIndex={-1}
      className={classes['video']}
      data-in-corner={drag.isInCorner ? 'video' : undefined}
      style={drag.style}
      aria-label={t('attended.window', { name })}
    >
      <header className={classes['head']} {...drag.handle} tabIndex={0} role="group" aria-label={t('move')}>
        <span className={classes['name']} dir="auto">
          {name}
        </span>
        <span className={classes['heard']} role="status">
          {t(`attended.heard.${escort.mode}`)}
        </span>
      </header>
      <People />
      <Sounds people={now.people} speaker={now.devices.speaker.current} />
      <Bar id={escort.id} mode={escort.mode} />
    </section>
  );
}

/** This page is in the room for as long as the server says so. */
function useAttending(): void {
  const { t } = useTranslation('calls');
  const sayFailed = useEffectEvent(() => void toast(t('attended.failed'), { kind: 'failed' }));
  useEffect(() => realtime.on('escort-changed', followEscort), []);
  useEffect(() => {
    const now = attendedCall.get();
    return now === null ? undefined : joinAttendedCall(now, () => sayFailed());
  }, []);
}

function People() {
  const { t } = useTranslation('calls');
  const now = useStore(meeting);
  const others = now.people.filter(({ isLocal }) => !isLocal);
  const problem = meetingProblemOf(now);
  if (others.length === 0) {
    return (
      <p className={classes['empty']} role="status">
        {t(now.isIn ? 'attended.alone' : 'attended.joining')}
      </p>
    );
  }
  return (
    <div className={classes['tiles']} data-count={Math.min(others.length, 4)}>
      {others.map((person) => (
        <ScreenTile key={person.id} person={person} />
      ))}
      {others.map((person) => (
        <Tile key={person.id} person={person} />
      ))}
      {problem !== 'none' && (
        <div className={classes['notices']} role="status">
          <span className={classes['notice']}>{t(`problem.${problem}`)}</span>
        </div>
      )}
    </div>
  );
}

function Bar({ id, mode }: { id: number; mode: EscortMode }) {
  const { t } = useTranslation(['calls', 'monitoring']);
  const { people } = useStore(meeting);
  const own = people.find(({ isLocal }) => isLocal);
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (error) => toast(reasonWords(error) ?? t('attended.notChanged'), { kind: 'failed' }),
  });
  const params = { id };
  return (
    <footer className={classes['bar']}>
      {mode !== 'listen' && (
        <MicrophoneButton
          isOn={own ? !own.isMuted : true}
          onChange={(isOn) => meetings.setMicrophone(isOn)}
        />
      )}
      {ESCORT_MODES.map((each) => (
        <Round
          key={each}
          Sign={ESCORT_MODE_ICONS[each]}
          label={t(`monitoring:mode.${each}`)}
          tone={each === mode ? 'good' : 'quiet'}
          isPressed={each === mode}
          onClick={() =>
            each !== mode && act.mutate(() => call(changeEscort, { params, body: { mode: each } }))
          }
        />
      ))}
      <Round
        Sign={IconDoorExit}
        label={t('attended.leave')}
        tone="end"
        onClick={() => act.mutate(() => call(endEscort, { params }))}
      />
    </footer>
  );
}

type RoundProps = { Sign: Icon; label: string; tone: string; isPressed?: boolean; onClick: () => void };

function Round({ Sign, label, tone, isPressed, onClick }: RoundProps) {
  return (
    <UnstyledButton
      className={classes['round'] ?? ''}
      data-tone={tone}
      {...(tone === 'end' && ENDS)}
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onClick}
    >
      <Sign size={18} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}
