import { useEffect, useState } from 'react';

/** The current time, updated by an interval: a minute is enough for ages, timers need a second; null stops it. */
export function useNow(everyMs: number | null = 1000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
