import { Activity, type SignalPayload } from '@trunkline/contract';

/** Whoever takes calls, or is at one, hears of them anyway. */
const QUIET: readonly number[] = [Activity.ready, Activity.ringing, Activity.inCall];

type Person = { is_monitoring: 0 | 1; user_activity_id: number };

/** How many calls a supervisor is to be rung for (section 5 of the specification); 0: it does not ring. */
export function alertFor(person: Person, told: SignalPayload<'total-incoming-call'>): number {
  if (person.is_monitoring !== 1 || QUIET.includes(person.user_activity_id)) return 0;
  return told.ivr_call + told.queue_call;
}
