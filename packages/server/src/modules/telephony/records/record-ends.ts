import type { CALL_ENDS } from '@trunkline/contract';
import { hasMessage, wantsCallBack } from '../calls/left-by-caller.ts';
import type { CallWithEndReason } from '../dials/dial-ends.ts';

const BUSY = 17;

/** Why the call ended, in the terms of all calls. */
export function callEndReasonOf(call: CallWithEndReason): (typeof CALL_ENDS)[number] {
  const { direction, answered, cause, endReason } = call;
  if (endReason !== undefined) return endReason;
  if (answered !== null) return 'hung_up';
  if (hasMessage(call)) return 'message';
  if (wantsCallBack(call)) return 'call_back';
  if (direction === 'in') return 'abandoned';
  return cause === BUSY ? 'declined' : 'unanswered';
}
