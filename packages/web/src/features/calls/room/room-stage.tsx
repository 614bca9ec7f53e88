import { meetingProblemOf, type Meeting } from '@trunkline/call-client';
import type { CallKind } from '@trunkline/contract';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#shared/lib/store.ts';
import { CameraButton, HangUpButton, MicrophoneButton } from '../call-buttons.tsx';
import { isPanel, OpenPanel, PanelButtons, type PanelName } from '../window/call-panels.tsx';
import { LineHint } from '../picture/line-hint.tsx';
import { embedding, meeting, meetings } from '../meeting.ts';
import { Sounds } from '../picture/picture.tsx';
import classes from './room-page.module.css';
import { ScreenTile, Tile } from '../picture/tile.tsx';

type Props = { kind: CallKind; onLeave: () => void; notice?: ReactNode };

/** The call on a page of its own: tiles of all participants, shared screens and the tool bar. */
export function RoomStage({ kind, onLeave, notice }: Props) {
  const { t } = useTranslation('calls');
  const now = useStore(meeting);
  const [panel, setPanel] = useState<PanelName>(null);
  useEffect(() => embedding?.followView((view) => setPanel(isPanel(view) ? view : null)), []);
  useEffect(() => embedding?.shows(panel), [panel]);
  const own = now.people.find(({ isLocal }) => isLocal);
  const others = now.people.filter(({ isLocal }) => !isLocal);
  return (
    <main tabIndex={-1} className={classes['stage']}>
      <h1 className="sr-only">{t(`room.title.${kind}`)}</h1>
      <p className={classes['said']} role="status">
        <Said now={now} kind={kind} />
      </p>
      {notice}
      <div className={classes['people']}>
        {now.people.map((person) => (
          <ScreenTile key={person.id} person={person} />
        ))}
        {others.map((person) => (
          <Tile key={person.id} person={person} />
        ))}
        {own && <Tile person={own} />}
      </div>
      <Sounds people={now.people} speaker={now.devices.speaker.current} />
      {panel && (
        <div className={classes['side']}>
          <OpenPanel now={now} open={panel} kind={kind} onClose={() => setPanel(null)} />
        </div>
      )}
      <footer className={classes['tools']}>
        <MicrophoneButton
          isOn={own ? !own.isMuted : true}
          onChange={(isOn) => meetings.setMicrophone(isOn)}
        />
        {kind === 'video' && (
          <CameraButton isOn={Boolean(own?.picture)} onChange={(isOn) => meetings.setCamera(isOn)} />
        )}
        <PanelButtons now={now} open={panel} onOpen={setPanel} className={classes['tool']} hasScreen />
        <HangUpButton onClick={onLeave} />
      </footer>
    </main>
  );
}

/** The most important notice of the moment. */
function Said({ now, kind }: { now: Meeting; kind: CallKind }) {
  const { t } = useTranslation('calls');
  const problem = meetingProblemOf(now);
  if (problem !== 'none') return t(`problem.${problem}`);
  if (!now.isIn) return t('room.joining');
  if (now.people.every(({ isLocal }) => isLocal)) return t('waitingVideo');
  return <LineHint now={now} kind={kind} className={undefined} />;
}
