import { createContext, useContext } from 'react';
import { useNow } from '#shared/lib/use-now.ts';

type Clock = {
  /** How far the server's clock is ahead of this computer's. */
  offsetMs: number;
  /** Of a board that is old, the moment that it is of: nothing on it goes on. */
  stoppedAt: number | null;
  /** How long callers are to wait at most. */
  targetSeconds: number;
};

export const FloorClock = createContext<Clock>({ offsetMs: 0, stoppedAt: null, targetSeconds: Infinity });

/** What time it is on the board, by the server's clock. */
export function useFloorNow(): number {
  const { offsetMs, stoppedAt } = useContext(FloorClock);
  const now = useNow();
  return stoppedAt ?? now + offsetMs;
}
