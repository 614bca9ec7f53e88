import { CALL_BACK_DAYS_MAX } from '@trunkline/contract';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The first attempts are 5 minutes apart, later ones an hour. */
const CLOSE_TRIES = 6;
const CLOSE_MS = 5 * MINUTE_MS;
/** A call-back is given up when it is this much late. */
const GIVES_UP_AFTER_MS = DAY_MS;

/** How long one attempt rings before it pauses: time for three agents to miss it. */
export const RING_ATTEMPT_MS = 3 * MINUTE_MS;
/** A customer who is in another call at that moment is called a little later. */
export const POSTPONED_MS = 5 * MINUTE_MS;

/** A customer who does not answer is called this many times in all, this far apart. */
const CALLS_MAX = 3;
const CALL_AGAIN_MS = 15 * MINUTE_MS;

/** When a number that did not answer is called again; null when it is given up. */
export const nextCallTime = (calls: number, now: Date): Date | null =>
  calls < CALLS_MAX ? new Date(now.getTime() + CALL_AGAIN_MS) : null;

type AttemptedCallBack = { dueAt: string; attempts: number };

/** When to ring agents again after an attempt that nobody picked up; null when it is given up. */
export function nextRingTime({ dueAt, attempts }: AttemptedCallBack, now: Date): Date | null {
  const next = new Date(now.getTime() + (attempts < CLOSE_TRIES ? CLOSE_MS : HOUR_MS));
  return isTooLate(dueAt, next) ? null : next;
}

/** Whether a call-back with this due time is not tried any more. */
export function isTooLate(dueAt: string, now: Date): boolean {
  return now.getTime() > Date.parse(dueAt) + GIVES_UP_AFTER_MS;
}

/** What is wrong with the time that a customer chose; undefined when it is valid. */
export function callBackTimeProblem(at: string | null, now: Date): string | undefined {
  if (at === null) return undefined;
  const ahead = Date.parse(at) - now.getTime();
  if (!(ahead > 0)) return 'Choose a time in the future';
  return ahead > CALL_BACK_DAYS_MAX * DAY_MS ? `Choose a time within ${CALL_BACK_DAYS_MAX} days` : undefined;
}
