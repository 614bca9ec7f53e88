import { UnstyledButton } from '@mantine/core';
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ENDS } from '#shared/lib/keys/use-window-focus.ts';
import classes from './window/call-window.module.css';

type ToggleProps = { isOn: boolean; onChange: (isOn: boolean) => void };

/** Mutes and unmutes; green while the microphone is on, red while it is off. */
export function MicrophoneButton({ isOn, onChange }: ToggleProps) {
  const { t } = useTranslation('calls');
  const Icon = isOn ? IconMicrophone : IconMicrophoneOff;
  return (
    <UnstyledButton
      className={classes['round'] ?? ''}
      data-tone={isOn ? 'good' : 'bad'}
      aria-label={t('microphone')}
      aria-pressed={isOn}
      title={isOn ? t('mute') : t('unmute')}
      onClick={() => onChange(!isOn)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}

export function CameraButton({ isOn, onChange }: ToggleProps) {
  const { t } = useTranslation('calls');
  const Icon = isOn ? IconVideo : IconVideoOff;
  return (
    <UnstyledButton
      className={classes['round'] ?? ''}
      data-tone={isOn ? 'good' : 'bad'}
      aria-label={t('camera')}
      aria-pressed={isOn}
      title={isOn ? t('cameraOff') : t('cameraOn')}
      onClick={() => onChange(!isOn)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}

export function HangUpButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('calls');
  return (
    <UnstyledButton
      className={classes['round'] ?? ''}
      data-tone="end"
      {...ENDS}
      aria-label={t('hangUp')}
      title={t('hangUp')}
      onClick={onClick}
    >
      <IconPhoneOff size={18} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}
