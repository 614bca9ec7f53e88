import { createContext, useContext } from 'react';
import { useNow } from '#shared/lib/use-now.ts';

type Clock = {
  /** By how much the server's clock is ahead of this device's. */
  offsetMs: number;
  /** On an outdated board the moment of its last update, at which all times stop; otherwise null. */
  stoppedAt: number | null;
  /** The waiting time within which calls should be answered. */
  targetSeconds: number;
};

export const FloorClock = createContext<Clock>({ offsetMs: 0, stoppedAt: null, targetSeconds: Infinity });

/** The current time on the board, by the server's clock. */
export function useFloorNow(): number {
  const { offsetMs, stoppedAt } = useContext(FloorClock);
  const now = useNow();
  return stoppedAt ?? now + offsetMs;
}
