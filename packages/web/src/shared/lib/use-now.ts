import { useEffect, useState } from 'react';

/** The time, followed. Screens that show ages take a minute, timers a second; null: it stands still where it is. */
export function useNow(everyMs: number | null = 1000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
