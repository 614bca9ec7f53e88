import type { DailyEventObjectFatalError } from '@daily-co/daily-js';

/** Why the participant is no longer in the meeting. */
export type LeaveReason =
  /** `left`: they left themselves; `ended`: the call ended for everybody. */
  | { why: 'left' | 'ended' | 'removed' | 'replaced' }
  /** In the words of the library or the server. */
  | { why: 'failed'; message: string };

/** The hosted service ejects everybody at the end of a call; these are its error types for it. */
const ENDS: ReadonlySet<string | undefined> = new Set(['exp-room', 'ejected']);
const UNLOADED = 'Failed to load call object bundle';
const ENDED = 'Meeting has ended';
/** The engine's texts for removed participants, and for those who joined in another window. */
const REMOVED = 'You have been removed from this meeting';
const REPLACED = 'You have joined this meeting in another window';

/** Whether nobody let the participant in; the library then ends the attempt, and they may ask again. */
export const isJoinRefused = ({ errorMsg }: DailyEventObjectFatalError): boolean =>
  errorMsg === 'Join request rejected';

/** Returns why a call ended. "Meeting has ended" as an error means the end of the meeting (section 8). */
export function readFailure(error: unknown): LeaveReason {
  const { errorMsg, error: details } = (error ?? {}) as Partial<DailyEventObjectFatalError>;
  const message = errorMsg ?? (error instanceof Error ? error.message : String(error));
  if (message.includes(REMOVED)) return { why: 'removed' };
  if (message.includes(REPLACED)) return { why: 'replaced' };
  const isEnd = message.includes(ENDED) || ENDS.has(details?.type);
  if (isEnd) return { why: 'ended' };
  // The library adds the script's address to this message, which is of no use to people.
  return { why: 'failed', message: message.startsWith(UNLOADED) ? UNLOADED : message };
}
