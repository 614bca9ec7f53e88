import { useEffect, useRef } from 'react';

/** Made when the call engine is built, and served beside it; an operator may replace the file. */
const MUSIC = '/call-engine/hold-music.wav';
const VOLUME = 0.5;

/** Plays music while a guest is on hold or waits for a transfer. */
export function HoldMusic() {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    element.volume = VOLUME;
    element
      .play()
      .catch(() => document.addEventListener('pointerdown', () => void element.play(), { once: true }));
  }, []);
  return <audio ref={audio} data-hold-music loop src={MUSIC} />;
}
