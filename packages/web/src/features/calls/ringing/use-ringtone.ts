import { useEffect } from 'react';
import { playSound } from '#shared/lib/sounds/sound.ts';
import { SOUNDS } from '#shared/lib/sounds/sounds.ts';

/** Repeats the ringtone of room calls while the call rings. */
export function useRingtone(isRinging: boolean): void {
  useEffect(() => {
    if (!isRinging) return undefined;
    playSound('room-call');
    const timer = setInterval(() => playSound('room-call'), SOUNDS['room-call'].everyMs);
    return () => clearInterval(timer);
  }, [isRinging]);
}
