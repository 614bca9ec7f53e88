import { useEffect, useRef } from 'react';

/** Made when the call engine is built, and served beside it: a company may put its own in its place. */
const MUSIC = '/call-engine/hold-music.wav';
const VOLUME = 0.5;

/** What somebody hears while nobody talks to them. */
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
