import { useEffect, useRef } from 'preact/hooks';

/** Made when the call engine is built, and served beside it; an operator may replace the file. */
const MUSIC = '/call-engine/hold-music.wav';
const VOLUME = 0.5;

/** Plays music while the customer is on hold or waits for a transfer. */
export function HoldMusic() {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const { current } = audio;
    if (!current) return;
    current.volume = VOLUME;
    current
      .play()
      .catch(() => document.addEventListener('pointerdown', () => void current.play(), { once: true }));
  }, []);
  return <audio ref={audio} data-hold-music loop src={MUSIC} />;
}
