import { UnstyledButton } from '@mantine/core';
import { IconMessage, IconScreenShare, IconScreenShareOff } from '@tabler/icons-react';
import type { CallKind } from '@trunkline/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#shared/lib/store.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { CameraButton, HangUpButton, MicrophoneButton } from './call-buttons.tsx';
import { leaveMeeting, meeting, setCamera, setMicrophone, shareScreen, type Person } from './meeting.ts';
import { Picture, Sounds } from './picture.tsx';
import { RoomChat } from './room-chat.tsx';
import classes from './room-page.module.css';

type Props = { kind: CallKind; onLeave: () => void };

/** The call itself, on a page of its own: everybody's tile, what is shown of screens, the chat, and the buttons. */
export function RoomStage({ kind, onLeave }: Props) {
  const { t } = useTranslation('calls');
  const now = useStore(meeting);
  const [isChatOpen, setChatOpen] = useState(false);
  const own = now.people.find(({ isLocal }) => isLocal);
  const others = now.people.filter(({ isLocal }) => !isLocal);
  const screens = now.people.filter(({ screen }) => screen);
  return (
    <main className={classes['stage']}>
      <h1 className="sr-only">{t(`room.title.${kind}`)}</h1>
      <p className={classes['said']} role="status">
        {now.problem !== 'none' && t(`problem.${now.problem}`)}
        {now.problem === 'none' && !now.isIn && t('room.joining')}
        {now.problem === 'none' && now.isIn && others.length === 0 && t('waitingVideo')}
      </p>
      <div className={classes['people']} data-screen={screens.length > 0}>
        {screens.map(
          (person) =>
            person.screen && (
              <figure key={`${person.id} screen`} className={classes['screen']}>
                <Picture
                  track={person.screen}
                  label={t('room.screenOf', { name: person.name })}
                  className={classes['whole']}
                />
              </figure>
            ),
        )}
        {others.map((person) => (
          <Tile key={person.id} person={person} />
        ))}
        {own && <Tile person={own} />}
      </div>
      <Sounds people={now.people} />
      {isChatOpen && <RoomChat lines={now.chat} onClose={() => setChatOpen(false)} />}
      <footer className={classes['tools']}>
        <MicrophoneButton isOn={own ? !own.isMuted : true} onChange={setMicrophone} />
        {kind === 'video' && <CameraButton isOn={Boolean(own?.picture)} onChange={setCamera} />}
        <ScreenTool isOn={Boolean(own?.screen)} />
        <Tool label={t('room.chat')} onClick={() => setChatOpen(!isChatOpen)}>
          <IconMessage size={18} stroke={1.75} />
        </Tool>
        <HangUpButton
          onClick={() => {
            void leaveMeeting();
            onLeave();
          }}
        />
      </footer>
    </main>
  );
}

function Tile({ person }: { person: Person }) {
  const { t } = useTranslation('calls');
  return (
    <figure className={classes['tile']}>
      {person.picture ? (
        <Picture
          track={person.picture}
          label={person.name}
          isMirrored={person.isLocal}
          className={classes['fill']}
        />
      ) : (
        <Avatar name={person.name} size={88} />
      )}
      <figcaption className={classes['caption']} dir="auto">
        {person.isLocal ? t('room.you') : person.name}
        {person.isMuted && ` · ${t('room.muted')}`}
      </figcaption>
    </figure>
  );
}

function ScreenTool({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('calls');
  const Icon = isOn ? IconScreenShareOff : IconScreenShare;
  return (
    <Tool label={isOn ? t('room.stopScreen') : t('room.screen')} onClick={() => shareScreen(!isOn)}>
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
