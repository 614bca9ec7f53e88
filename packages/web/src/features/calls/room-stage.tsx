import { UnstyledButton } from '@mantine/core';
import { IconMessage, IconScreenShare, IconScreenShareOff } from '@tabler/icons-react';
import { problemOf } from '@trunkline/call-client';
import type { CallKind } from '@trunkline/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#shared/lib/store.ts';
import { CameraButton, HangUpButton, MicrophoneButton } from './call-buttons.tsx';
import { meeting, meetings } from './meeting.ts';
import { Sounds } from './picture.tsx';
import { RoomChat } from './room-chat.tsx';
import classes from './room-page.module.css';
import { ScreenTile, Tile } from './tile.tsx';

type Props = { kind: CallKind; onLeave: () => void; notice?: ReactNode };

/** The call itself, on a page of its own: everybody's tile, what is shown of screens, the chat, and the buttons. */
export function RoomStage({ kind, onLeave, notice }: Props) {
  const { t } = useTranslation('calls');
  const now = useStore(meeting);
  const [isChatOpen, setChatOpen] = useState(false);
  const own = now.people.find(({ isLocal }) => isLocal);
  const others = now.people.filter(({ isLocal }) => !isLocal);
  const problem = problemOf(now);
  return (
    <main className={classes['stage']}>
      <h1 className="sr-only">{t(`room.title.${kind}`)}</h1>
      <p className={classes['said']} role="status">
        {problem !== 'none' && t(`problem.${problem}`)}
        {problem === 'none' && !now.isIn && t('room.joining')}
        {problem === 'none' && now.isIn && others.length === 0 && t('waitingVideo')}
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
      {isChatOpen && <RoomChat lines={now.chat} onClose={() => setChatOpen(false)} />}
      <footer className={classes['tools']}>
        <MicrophoneButton
          isOn={own ? !own.isMuted : true}
          onChange={(isOn) => meetings.setMicrophone(isOn)}
        />
        {kind === 'video' && (
          <CameraButton isOn={Boolean(own?.picture)} onChange={(isOn) => meetings.setCamera(isOn)} />
        )}
        <ScreenTool isOn={Boolean(own?.screen)} />
        <Tool label={t('room.chat')} onClick={() => setChatOpen(!isChatOpen)}>
          <IconMessage size={18} stroke={1.75} />
        </Tool>
        <HangUpButton
          onClick={() => {
            void meetings.leave();
            onLeave();
          }}
        />
      </footer>
    </main>
  );
}

function ScreenTool({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('calls');
  const Icon = isOn ? IconScreenShareOff : IconScreenShare;
  return (
    <Tool label={isOn ? t('room.stopScreen') : t('room.screen')} onClick={() => meetings.shareScreen(!isOn)}>
      <Icon size={18} stroke={1.75} />
    </Tool>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <UnstyledButton className={classes['tool'] ?? ''} aria-label={label} title={label} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}
