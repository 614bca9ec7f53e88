import { UnstyledButton } from '@mantine/core';
import {
  IconAdjustments,
  IconMessage,
  IconScreenShare,
  IconScreenShareOff,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Meeting } from '@trunkline/call-client';
import type { CallKind, JoinCredentials } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { DevicesPanel } from './devices-panel.tsx';
import { meetings } from '../meeting.ts';
import { PeoplePanel } from '../room/people-panel.tsx';
import { RoomChat } from '../room/room-chat.tsx';

export type PanelName = 'people' | 'chat' | 'devices' | null;

export const isPanel = (name: string | null): name is NonNullable<PanelName> =>
  name !== null && name in ICONS;

type ButtonsProps = {
  now: Meeting;
  open: PanelName;
  onOpen: (name: PanelName) => void;
  /** Class name of the window's buttons. */
  className: string | undefined;
  hasScreen?: boolean;
};

const ICONS = { chat: IconMessage, people: IconUsers, devices: IconAdjustments } as const;

/** Buttons that open the panels beside a call and share the screen. */
export function PanelButtons({ now, open, onOpen, className = '', hasScreen = false }: ButtonsProps) {
  const { t } = useTranslation('calls');
  const titles = { chat: t('room.chat'), people: t('people.title'), devices: t('devices.title') };
  const isShowing = now.people.some(({ isLocal, screen }) => isLocal && screen);
  return (
    <>
      {hasScreen && (
        <PanelButton
          icon={isShowing ? IconScreenShareOff : IconScreenShare}
          label={isShowing ? t('room.stopScreen') : t('room.screen')}
          className={className}
          onClick={() => meetings.shareScreen(!isShowing)}
        />
      )}
      {(['chat', 'people', 'devices'] as const).map((name) => (
        <PanelButton
          key={name}
          icon={ICONS[name]}
          label={titles[name]}
          className={className}
          isOpen={open === name}
          onClick={() => onOpen(open === name ? null : name)}
        />
      ))}
    </>
  );
}

type ButtonProps = {
  icon: TablerIcon;
  label: string;
  className: string;
  isOpen?: boolean;
  onClick: () => void;
};

function PanelButton({ icon: Icon, label, className, isOpen, onClick }: ButtonProps) {
  return (
    <UnstyledButton
      className={className}
      aria-label={label}
      {...(isOpen !== undefined && { 'aria-expanded': isOpen })}
      title={label}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}

type PanelProps = {
  now: Meeting;
  open: PanelName;
  kind: CallKind;
  onClose: () => void;
  /** Present for agents, who may mute and remove participants. */
  credentials?: JoinCredentials | undefined;
};

/** The panel that is open. */
export function OpenPanel({ now, open, kind, onClose, credentials }: PanelProps) {
  if (open === 'people') return <PeoplePanel now={now} credentials={credentials} onClose={onClose} />;
  if (open === 'chat') return <RoomChat lines={now.chat} onClose={onClose} />;
  if (open === 'devices') return <DevicesPanel now={now} kind={kind} onClose={onClose} />;
  return null;
}
