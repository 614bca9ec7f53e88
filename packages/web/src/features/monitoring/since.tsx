import { stopwatchText } from '#shared/lib/format.ts';
import { useFloorNow } from './floor/floor-clock.tsx';

/** The running time since a moment. */
export function Since({ at }: { at: string }) {
  const now = useFloorNow();
  return <time dateTime={at}>{stopwatchText(Math.max(0, (now - Date.parse(at)) / 1000))}</time>;
}
