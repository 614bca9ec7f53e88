import { isOtherSide, type Meeting } from '@trunkline/call-client';
import { useEffect, useState } from 'react';
import type { CallMachineState } from '../call-machine.ts';

export type NoticeKey = 'waiting' | 'left' | 'ended';

/** Section 9: notices disappear after 3000 ms. The one about waiting for the other side stays while it is true. */
const FADES_AFTER_MS = 3000;

/** Returns the notice that the call window shows now. */
export function useNotice(
  state: CallMachineState,
  { isIn, people, hasBeenJoined }: Meeting,
): NoticeKey | null {
  const isOver = state.status === 'joined' && state.isOver;
  const isAlone = isIn && !people.some(isOtherSide);
  const fading: NoticeKey | null = isOver ? 'ended' : isAlone && hasBeenJoined ? 'left' : null;
  const [faded, setFaded] = useState<NoticeKey | null>(null);
  useEffect(() => {
    setFaded(null);
    if (!fading) return undefined;
    const timer = setTimeout(() => setFaded(fading), FADES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fading]);
  if (fading) return faded === fading ? null : fading;
  return hasBeenJoined || isOver ? null : 'waiting';
}
