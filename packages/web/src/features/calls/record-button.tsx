import { UnstyledButton } from '@mantine/core';
import { IconPlayerPause, IconPlayerRecord } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { recordCall, type CallSeat } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { toast } from '#shared/ui/toast.ts';
import classes from './call-window.module.css';

/** Pauses the recording while a card number is said, and goes on after it; or begins it where that is asked for. */
export function RecordButton({ seat }: { seat: CallSeat }) {
  const { t } = useTranslation('calls');
  const [isOn, setOn] = useState(seat.is_recording);
  const change = useMutation({
    mutationFn: (is_recording: boolean) =>
      call(recordCall, { params: { id: seat.call_id }, body: { is_recording } }),
    onSuccess: ({ data }) => setOn(data.is_recording),
    onError: () => toast(t('recordFailed'), { kind: 'failed' }),
  });
  if (seat.recording === 'never') return null;
  const label = isOn ? t('recordPause') : t('record');
  const Icon = isOn ? IconPlayerPause : IconPlayerRecord;
  return (
    <UnstyledButton
      className={classes['round'] ?? ''}
      data-tone="quiet"
      data-recording={isOn}
      aria-label={label}
      title={label}
      disabled={change.isPending}
      onClick={() => change.mutate(!isOn)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}
