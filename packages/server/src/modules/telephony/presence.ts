import { Activity, type ActivityId } from '@trunkline/contract';
import type { PhoneUse } from './calls/call.ts';

const TAKES_CALLS: readonly ActivityId[] = [Activity.ready];
/** In these activities their own phone may be answered or dial. */
const MAY_TALK: readonly ActivityId[] = [Activity.ready, Activity.idleAfterCall];
const AT_A_CALL: readonly ActivityId[] = [Activity.ringing, Activity.inCall, Activity.afterCallWork];

/**
 * The user's activity now that their phone is used in this way; undefined for no change. Breaks, offline and room calls are not
 * changed by the phone. Pure.
 */
export function activityForPhoneUse(
  current: ActivityId,
  use: PhoneUse,
  hasAfterCallWork: boolean,
): ActivityId | undefined {
  if (use === 'talks') return [...MAY_TALK, ...AT_A_CALL].includes(current) ? Activity.inCall : undefined;
  if (use === 'rings') return TAKES_CALLS.includes(current) ? Activity.ringing : undefined;
  if (current === Activity.ringing) return Activity.ready;
  if (current === Activity.inCall) return hasAfterCallWork ? Activity.afterCallWork : Activity.ready;
  return undefined;
}
