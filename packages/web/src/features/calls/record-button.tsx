import { UnstyledButton } from '@mantine/core';
import { IconPlayerPause, IconPlayerRecord } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { recordCall, type JoinCredentials } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { reasonWords } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useCallParticipants } from './call-participants.ts';
import classes from './window/call-window.module.css';

/** Pauses the recording, as while a card number is said, and resumes it; or starts it where recording is on request. */
export function RecordButton({ credentials }: { credentials: JoinCredentials }) {
  const { t } = useTranslation('calls');
  const inside = useCallParticipants(credentials.call_id);
  const change = useMutation({
    mutationFn: (is_recording: boolean) =>
      call(recordCall, { params: { id: credentials.call_id }, body: { is_recording } }),
    onError: (error) => toast(reasonWords(error) ?? t('recordFailed'), { kind: 'failed' }),
  });
  const isOn = inside ? inside.recording === 'on' : credentials.is_recording;
  if (credentials.recording === 'never' && !isOn) return null;
  // Not during a hold: the server pauses the recording then and resumes it afterwards.
  const isHeld = inside?.held_since != null;
  const label = isOn ? t('recordPause') : t('record');
  const Icon = isOn ? IconPlayerPause : IconPlayerRecord;
  return (
    <UnstyledButton
      className={classes['round'] ?? ''}
      data-tone="quiet"
      data-recording={isOn}
      aria-label={label}
      title={isHeld ? t('hold.noRecording') : label}
      disabled={change.isPending || isHeld}
      onClick={() => change.mutate(!isOn)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}
