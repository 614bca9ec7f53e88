import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRecordingWaveform, type CallRecording } from '@trunkline/contract';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { stopwatchText } from '#shared/lib/format.ts';
import { orderFor, positionAfter } from './recording-clock.ts';
import { recordedVoicesOf } from './recording-voices.ts';
import classes from './recording-player.module.css';
import { useRecordingPlayer } from './use-recording-player.ts';
import { Waveform } from './waveform.tsx';

const SPEEDS = ['0.75', '1', '1.25', '1.5', '2'];

type Props = {
  recording: CallRecording;
  /** Where the file of a part is; by default where the server keeps it. */
  addressOf?: (recordingId: number, part: number) => string;
  /** Shown below. */
  children?: ReactNode;
};

const storedPart = (id: number, part: number): string => `/api/recordings/${id}/parts/${part}`;

/** Plays all parts of a recording in sync: each participant has a file of their own that starts at its own offset. */
export function RecordingPlayer({ recording, addressOf = storedPart, children }: Props) {
  const { t } = useTranslation('shared/media-player');
  const { id, parts } = recording;
  const player = useRecordingPlayer(parts);
  const { data: waveform } = useQuery({
    queryKey: ['recording-waveform', id],
    queryFn: async ({ signal }) => (await call(getRecordingWaveform, { params: { id }, signal })).data,
    staleTime: Infinity,
  });
  const Icon = player.isPlaying ? IconPlayerPause : IconPlayerPlay;
  const play = recording.kind === 'voicemail' ? t('play-message') : t('play');
  const label = player.isPlaying ? t('pause') : play;

  function handleKey(event: KeyboardEvent): void {
    const to = positionAfter(event.key, player.position, player.length);
    if (to !== undefined) player.seek(to);
    else if (event.key === ' ') player.toggle();
    else return;
    event.preventDefault();
  }

  return (
    <div className={classes['player']}>
      <div className={classes['pictures']}>
        {parts.map((part) => (
          <video
            key={part.number}
            ref={player.keep(part.number)}
            className={classes['part']}
            data-shown={player.isOpen && part.has_video && orderFor(part, player.position, 0).plays}
            src={addressOf(id, part.number)}
            aria-label={t('part-of', { name: part.name })}
            preload={player.isOpen ? 'auto' : 'none'}
            playsInline
          />
        ))}
      </div>
      <div className={classes['voices']}>
        {recordedVoicesOf(parts, player.length, waveform).map((voice) => (
          <Waveform
            key={`${voice.role} ${voice.name}`}
            voice={voice}
            played={player.position / player.length}
          />
        ))}
        <input
          type="range"
          className={classes['seek']}
          aria-label={t('position')}
          aria-valuetext={`${stopwatchText(player.position / 1000)} / ${stopwatchText(player.length / 1000)}`}
          min={0}
          max={player.length}
          step={100}
          value={player.position}
          onKeyDown={handleKey}
          onChange={(event) => player.seek(Number(event.currentTarget.value))}
        />
      </div>
      <div className={classes['bar']}>
        <ActionIcon variant="default" aria-label={label} title={label} onClick={player.toggle}>
          <Icon size={16} stroke={1.75} />
        </ActionIcon>
        <span className={classes['time']}>
          {stopwatchText(player.position / 1000)} / {stopwatchText(player.length / 1000)}
        </span>
        <NativeSelect
          aria-label={t('speed')}
          size="xs"
          value={player.speed}
          data={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
          onChange={(event) => player.setSpeed(event.currentTarget.value)}
        />
      </div>
      {children}
    </div>
  );
}
