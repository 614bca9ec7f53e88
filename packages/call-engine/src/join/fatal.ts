import type { ErrorCode } from '@trunkline/contract';
import { RefusedEntry, type Closing } from '../transport/transport.ts';
import { RoomAccessError } from './room-access.ts';

/** A call that is over, in the library's form. `details` is text there, and read back by the library. */
export type Fatal = {
  errorMsg: string;
  error: { type: string; msg: string; details?: string };
};

/** The product takes this very text for the end of the meeting. */
const MEETING_HAS_ENDED = 'Meeting has ended';

/** And this one for having been put out. */
const REMOVED = 'You have been removed from this meeting';

/** Published programs look for this very text. */
export const REJECTED = fatal('not-allowed', 'Join request rejected');

const CLOSINGS: Record<Exclude<Closing, 'lost'>, Fatal> = {
  ended: fatal('ejected', MEETING_HAS_ENDED),
  ejected: fatal('ejected', REMOVED),
  replaced: fatal('ejected', 'You have joined this meeting in another window'),
};

export function closed(why: Exclude<Closing, 'lost'>): Fatal {
  return CLOSINGS[why];
}

const REFUSALS: Partial<Record<ErrorCode, [type: string, msg?: string]>> = {
  // Not `no-room`: the library would report that to its maker as a fault, and a call that is over is none.
  meeting_ended: ['exp-room', MEETING_HAS_ENDED],
  not_found: ['no-room', 'This meeting does not exist'],
  removed_from_call: ['ejected', REMOVED],
  room_full: ['meeting-full'],
  forbidden: ['not-allowed'],
  bad_request: ['not-allowed'],
  invalid: ['not-allowed'],
  wrong_origin: ['not-allowed'],
};

/** Why coming in failed. What the server refused is said in its words; the rest is the connection. */
export function refused(error: unknown, on: 'join' | 'reconnect', uri: string): Fatal {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof RefusedEntry && error.isBusy) return fatal('meeting-full', reason);
  const known = error instanceof RoomAccessError && error.code ? REFUSALS[error.code] : undefined;
  if (known) return fatal(known[0], known[1] ?? reason);
  const msg = on === 'join' ? 'The call could not be reached' : 'The connection to the call was lost';
  const details = JSON.stringify({ on, sourceError: { msg: reason }, uri });
  return { errorMsg: msg, error: { type: 'connection-error', msg, details } };
}

const PASSING = new Set<ErrorCode>(['internal', 'unavailable', 'too_many_requests', 'lines_busy']);

/** Worth another try: nobody has refused us, the server was only not there. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof RoomAccessError)) return true;
  return error.code === undefined || PASSING.has(error.code);
}

function fatal(type: string, msg: string): Fatal {
  return { errorMsg: msg, error: { type, msg } };
}
