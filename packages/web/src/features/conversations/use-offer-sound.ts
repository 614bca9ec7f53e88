import { useEffect } from 'react';
import { useActiveTab } from '#shared/api/feed/active-tab.ts';
import { playSound } from '#shared/lib/sounds/sound.ts';

const AGAIN_MS = 4000;

/** Repeats a sound while something is offered, at the user's volume, and in one tab only. */
export function useOfferSound(isOffered: boolean): void {
  const { isActive } = useActiveTab();
  const sounds = isOffered && isActive;
  useEffect(() => {
    if (!sounds) return undefined;
    playSound('message');
    const timer = setInterval(() => playSound('message'), AGAIN_MS);
    return () => clearInterval(timer);
  }, [sounds]);
}
