import type { DialOutcome } from '@trunkline/contract';
import type { PhoneCall } from './call.ts';
import type { Happening } from './happening.ts';

/** OriginateResponse: what became of the phone of whoever asked (AST_CONTROL_… in Asterisk's frame.h). */
export const PHONE_ANSWERED = 4;
export const PHONE_NO_ANSWER = 3;
const AT_OWN_PHONE: Readonly<Record<number, DialOutcome>> = {
  1: 'phone_hung_up',
  [PHONE_NO_ANSWER]: 'phone_no_answer',
  5: 'phone_busy',
  8: 'phone_congested',
};
/** Q.850. Their phone says busy where its owner rejects: nobody could be busy who has just asked for a call. */
export const DECLINED: ReadonlySet<number> = new Set([17, 21]);
/** Q.850: no such number, no route to it, it was changed, its format is wrong. */
const WRONG_NUMBER = new Set([1, 2, 3, 22, 28]);
const REJECTED = 21;

/** How the dial plan's Dial ended (DIALSTATUS), where the cause says no more. */
const BY_STATUS: Readonly<Record<string, DialOutcome>> = {
  BUSY: 'busy',
  NOANSWER: 'no_answer',
  CANCEL: 'you_hung_up',
  CONGESTION: 'line_fault',
  CHANUNAVAIL: 'line_fault',
};

type Ended = { name: string; reason: number | null; call: PhoneCall; happened: readonly Happening[] };

/** What came of a call that was asked for, by what the gateway has told of it until its end. Pure. */
export function dialOutcome({ name, reason, call, happened }: Ended): DialOutcome {
  if (call.answered !== null) return 'answered';
  const dialled = happened.findLast((one) => one.kind === 'dial-ended' && one.other.id !== name);
  const status = dialled?.kind === 'dial-ended' ? dialled.status : undefined;
  if (reason === PHONE_ANSWERED || status !== undefined) return atTheOther(call.cause, status);
  const own = happened.find((one) => one.kind === 'over' && one.leg.id === name);
  if (own?.kind === 'over' && DECLINED.has(own.cause)) return 'phone_declined';
  return reason === null ? 'unknown' : atOwnPhone(reason);
}

/** What came of it where the phone of whoever asked has not answered. A phone that is off has no reason of its own. */
export const atOwnPhone = (reason: number): DialOutcome => AT_OWN_PHONE[reason] ?? 'phone_unreachable';

function atTheOther(cause: number | null, status: string | undefined): DialOutcome {
  if (cause === REJECTED) return 'declined';
  if (cause !== null && WRONG_NUMBER.has(cause)) return 'wrong_number';
  return (status !== undefined && BY_STATUS[status]) || 'unknown';
}
