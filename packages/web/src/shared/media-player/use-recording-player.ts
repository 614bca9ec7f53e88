import type { RecordingPart } from '@trunkline/contract';
import { useEffect, useRef, useState } from 'react';
import { lengthOf, orderFor } from './recording-clock.ts';

const TICK_MS = 100;

/** Plays all parts of a recording by one clock, which each of them follows. */
export function useRecordingPlayer(parts: readonly RecordingPart[]) {
  const elements = useRef(new Map<number, HTMLVideoElement>());
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [speed, setSpeed] = useState('1');
  // No file is fetched before somebody presses play.
  const [isOpen, setOpen] = useState(false);
  const length = lengthOf(parts);

  useEffect(() => {
    for (const part of parts) {
      const element = elements.current.get(part.number);
      if (!element) continue;
      const { plays, seekTo } = orderFor(part, position, element.currentTime);
      element.playbackRate = Number(speed);
      if (seekTo !== undefined && isOpen) element.currentTime = seekTo;
      run(element, plays && isPlaying, setPlaying);
    }
  }, [parts, position, isPlaying, speed, isOpen]);

  useEffect(() => {
    if (!isPlaying) return undefined;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const passed = (now - last) * Number(speed);
      last = now;
      setPosition((at) => (isWaiting(parts, elements.current, at) ? at : Math.min(length, at + passed)));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isPlaying, speed, length, parts]);

  const isOver = position >= length;
  return {
    isPlaying: isPlaying && !isOver,
    isOpen,
    position,
    length,
    speed,
    setSpeed,
    seek(ms: number) {
      setOpen(true);
      setPosition(ms);
    },
    toggle() {
      setOpen(true);
      if (isOver) setPosition(0);
      setPlaying(isOver || !isPlaying);
    },
    keep: (number: number) => (element: HTMLVideoElement | null) => {
      if (element) elements.current.set(number, element);
      else elements.current.delete(number);
    },
  };
}

/** Whether a part that should play is still loading: then all wait, so that the participants stay in sync. */
function isWaiting(
  parts: readonly RecordingPart[],
  elements: ReadonlyMap<number, HTMLVideoElement>,
  position: number,
): boolean {
  return parts.some((part) => {
    const element = elements.get(part.number);
    if (!element || element.error || element.ended) return false;
    const { plays } = orderFor(part, position, element.currentTime);
    return plays && (element.seeking || element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA);
  });
}

/** Starts or pauses an element. A browser may refuse to play; a play request that a pause or a jump has interrupted is no failure. */
function run(element: HTMLVideoElement, plays: boolean, setPlaying: (isPlaying: boolean) => void): void {
  if (!plays) return element.pause();
  if (!element.paused) return;
  element.play().catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) setPlaying(false);
  });
}
