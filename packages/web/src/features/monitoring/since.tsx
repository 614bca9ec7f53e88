import { duration } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';

/** How long that has been, counted on. */
export function Since({ at }: { at: string }) {
  const now = useNow();
  return <time dateTime={at}>{duration(Math.max(0, (now - Date.parse(at)) / 1000))}</time>;
}
