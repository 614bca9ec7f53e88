import type { DailyEventObjectFatalError } from '@daily-co/daily-js';

/** Why one is in the meeting no longer. */
export type Over =
  /** `left`: by one's own doing; `ended`: the call is over for everybody. */
  | { why: 'left' | 'ended' | 'removed' | 'replaced' }
  /** In the words of the library or the server. */
  | { why: 'failed'; message: string };

/** The hosted service puts everybody out at the end of a call, and has its own words for it. */
const ENDS: ReadonlySet<string | undefined> = new Set(['exp-room', 'ejected']);
const UNLOADED = 'Failed to load call object bundle';
const ENDED = 'Meeting has ended';
/** What the engine says of those who were put out, and of those who came in by another window. */
const REMOVED = 'You have been removed from this meeting';
const REPLACED = 'You have joined this meeting in another window';

/** Nobody let us in: the library ends the attempt, and one may ask once more. */
export const isRefusal = ({ errorMsg }: DailyEventObjectFatalError): boolean =>
  errorMsg === 'Join request rejected';

/** "Meeting has ended" as an error is the meeting's end, not a fault (section 8). */
export function readFailure(error: unknown): Over {
  const { errorMsg, error: details } = (error ?? {}) as Partial<DailyEventObjectFatalError>;
  const message = errorMsg ?? (error instanceof Error ? error.message : String(error));
  if (message.includes(REMOVED)) return { why: 'removed' };
  if (message.includes(REPLACED)) return { why: 'replaced' };
  const isEnd = message.includes(ENDED) || ENDS.has(details?.type);
  if (isEnd) return { why: 'ended' };
  // The library says it with the address of the script as well, which is nothing to people.
  return { why: 'failed', message: message.startsWith(UNLOADED) ? UNLOADED : message };
}
