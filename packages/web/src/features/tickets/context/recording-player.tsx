import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { CallRecording } from '@trunkline/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './calls.module.css';
import { lengthOf, orderFor, toMinutes } from './recording-clock.ts';

const SPEEDS = ['1', '1.25', '1.5', '2'];
const TICK_MS = 100;

/** Plays all parties of a call together, as the call was: each has a file of its own, with the moment it began at. */
export function RecordingPlayer({ recording }: { recording: CallRecording }) {
  const { t } = useTranslation('tickets');
  const { parts } = recording;
  const player = usePlayer(recording);
  const Icon = player.isPlaying ? IconPlayerPause : IconPlayerPlay;
  const label = player.isPlaying ? t('calls.pause') : t('calls.play');
  return (
    <div className={classes['player']}>
      {parts.map((part) => (
        <video
          key={part.number}
          ref={player.keep(part.number)}
          className={classes[part.has_video ? 'picture' : 'sound']}
          src={addressOf(recording.id, part.number)}
          aria-label={t('calls.partOf', { name: part.name })}
          preload="metadata"
          playsInline
        />
      ))}
      <div className={classes['bar']}>
        <ActionIcon variant="default" aria-label={label} title={label} onClick={player.toggle}>
          <Icon size={16} stroke={1.75} />
        </ActionIcon>
        <input
          type="range"
          aria-label={t('calls.position')}
          aria-valuetext={toMinutes(player.position)}
          min={0}
          max={player.length}
          step={100}
          value={player.position}
          onChange={(event) => player.seek(Number(event.currentTarget.value))}
        />
        <span className={classes['time']}>
          {toMinutes(player.position)} / {toMinutes(player.length)}
        </span>
        <NativeSelect
          aria-label={t('calls.speed')}
          size="xs"
          value={player.speed}
          data={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
          onChange={(event) => player.setSpeed(event.currentTarget.value)}
        />
      </div>
      <ul className={classes['parts']}>
        {parts.map((part) => (
          <li key={part.number}>
            <a href={addressOf(recording.id, part.number)} download>
              <IconDownload size={14} stroke={1.75} aria-hidden /> {part.name} · {toMinutes(part.offset_ms)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const addressOf = (recording: number, part: number) => `/api/recordings/${recording}/parts/${part}`;

/** One clock for all parts; each follows it. */
function usePlayer({ parts }: CallRecording) {
  const elements = useRef(new Map<number, HTMLVideoElement>());
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [speed, setSpeed] = useState('1');
  const length = lengthOf(parts);

  useEffect(() => {
    for (const part of parts) {
      const element = elements.current.get(part.number);
      if (!element) continue;
      const { plays, seekTo } = orderFor(part, position, element.currentTime);
      element.playbackRate = Number(speed);
      if (seekTo !== undefined) element.currentTime = seekTo;
      if (plays && isPlaying && element.paused) void element.play().catch(() => setPlaying(false));
      if ((!plays || !isPlaying) && !element.paused) element.pause();
    }
  }, [parts, position, isPlaying, speed]);

  useEffect(() => {
    if (!isPlaying) return undefined;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const passed = (now - last) * Number(speed);
      last = now;
      setPosition((at) => Math.min(length, at + passed));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isPlaying, speed, length]);

  const isOver = position >= length;
  return {
    isPlaying: isPlaying && !isOver,
    position,
    length,
    speed,
    setSpeed,
    seek: setPosition,
    toggle() {
      if (isOver) setPosition(0);
      setPlaying(isOver || !isPlaying);
    },
    keep: (number: number) => (element: HTMLVideoElement | null) => {
      if (element) elements.current.set(number, element);
      else elements.current.delete(number);
    },
  };
}
