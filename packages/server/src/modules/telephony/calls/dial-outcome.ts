import type { DialOutcome } from '@trunkline/contract';
import type { PhoneCall } from './call.ts';
import type { GatewayCallEvent } from './gateway-call-event.ts';

/** Reasons of OriginateResponse: what happened at the phone of the user who dialled (AST_CONTROL_… in Asterisk's frame.h). */
export const PHONE_ANSWERED = 4;
export const PHONE_NO_ANSWER = 3;
const AT_OWN_PHONE: Readonly<Record<number, DialOutcome>> = {
  1: 'phone_hung_up',
  [PHONE_NO_ANSWER]: 'phone_no_answer',
  5: 'phone_busy',
  8: 'phone_congested',
};
/** Q.850. At the user's own phone “busy” means rejected, since it was free when they dialled. */
export const DECLINED: ReadonlySet<number> = new Set([17, 21]);
/** Q.850: no such number, no route to it, number changed, invalid format. */
const WRONG_NUMBER = new Set([1, 2, 3, 22, 28]);
const REJECTED = 21;

/** Results of the dial plan's Dial (DIALSTATUS), for causes that tell nothing. */
const BY_STATUS: Readonly<Record<string, DialOutcome>> = {
  BUSY: 'busy',
  NOANSWER: 'no_answer',
  CANCEL: 'you_hung_up',
  CONGESTION: 'line_fault',
  CHANUNAVAIL: 'line_fault',
};

type EndedDial = {
  name: string;
  reason: number | null;
  call: PhoneCall;
  happened: readonly GatewayCallEvent[];
};

/** The outcome of a call that a user dialled, from what the gateway has told until its end. Pure. */
export function dialOutcome({ name, reason, call, happened }: EndedDial): DialOutcome {
  if (call.answered !== null) return 'answered';
  const dialled = happened.findLast((one) => one.kind === 'dial-ended' && one.other.id !== name);
  const status = dialled?.kind === 'dial-ended' ? dialled.status : undefined;
  if (reason === PHONE_ANSWERED || status !== undefined) return atTheOther(call.cause, status);
  const own = happened.find((one) => one.kind === 'over' && one.leg.id === name);
  if (own?.kind === 'over' && DECLINED.has(own.cause)) return 'phone_declined';
  return reason === null ? 'unknown' : outcomeAtOwnPhone(reason);
}

/** The outcome if the user's own phone did not answer. A phone that is off has no reason of its own. */
export const outcomeAtOwnPhone = (reason: number): DialOutcome => AT_OWN_PHONE[reason] ?? 'phone_unreachable';

function atTheOther(cause: number | null, status: string | undefined): DialOutcome {
  if (cause === REJECTED) return 'declined';
  if (cause !== null && WRONG_NUMBER.has(cause)) return 'wrong_number';
  return (status !== undefined && BY_STATUS[status]) || 'unknown';
}
