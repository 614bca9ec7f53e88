import type { ErrorCode } from '@trunkline/contract';
import { ConnectionRefusedError, type CloseReason } from '../transport/transport.ts';
import { RoomAccessError } from './room-access.ts';

/** The error that ends a call, in the library's form. `details` is a JSON text, which the library parses. */
export type FatalError = {
  errorMsg: string;
  error: { type: string; msg: string; details?: string };
};

/** The product recognises the end of the meeting by this text. */
const MEETING_HAS_ENDED = 'Meeting has ended';

/** The product recognises a removed participant by this text. */
const REMOVED = 'You have been removed from this meeting';

/** Programs for the hosted service look for this text. */
export const REJECTED_MESSAGE = fatal('not-allowed', 'Join request rejected');

const CLOSINGS: Record<Exclude<CloseReason, 'lost'>, FatalError> = {
  ended: fatal('ejected', MEETING_HAS_ENDED),
  ejected: fatal('ejected', REMOVED),
  replaced: fatal('ejected', 'You have joined this meeting in another window'),
};

export function fatalOfClose(why: Exclude<CloseReason, 'lost'>): FatalError {
  return CLOSINGS[why];
}

const REFUSALS: Partial<Record<ErrorCode, [type: string, msg?: string]>> = {
  // Not `no-room`, which the library would report to its maker as an error; the end of a call is none.
  meeting_ended: ['exp-room', MEETING_HAS_ENDED],
  not_found: ['no-room', 'This meeting does not exist'],
  removed_from_call: ['ejected', REMOVED],
  room_full: ['meeting-full'],
  forbidden: ['not-allowed'],
  bad_request: ['not-allowed'],
  invalid: ['not-allowed'],
  wrong_origin: ['not-allowed'],
};

/** Returns why joining failed: the server's own words for a refusal, otherwise a connection error. */
export function fatalOfRefusal(error: unknown, on: 'join' | 'reconnect', uri: string): FatalError {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof ConnectionRefusedError && error.isBusy) return fatal('meeting-full', reason);
  const known = error instanceof RoomAccessError && error.code ? REFUSALS[error.code] : undefined;
  if (known) return fatal(known[0], known[1] ?? reason);
  const msg = on === 'join' ? 'The call could not be reached' : 'The connection to the call was lost';
  const details = JSON.stringify({ on, sourceError: { msg: reason }, uri });
  return { errorMsg: msg, error: { type: 'connection-error', msg, details } };
}

const PASSING = new Set<ErrorCode>(['internal', 'unavailable', 'too_many_requests', 'lines_busy']);

/** Whether another attempt may succeed: the server did not refuse, it was only unreachable. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof RoomAccessError)) return true;
  return error.code === undefined || PASSING.has(error.code);
}

function fatal(type: string, msg: string): FatalError {
  return { errorMsg: msg, error: { type, msg } };
}
