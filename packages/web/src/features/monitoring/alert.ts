import { Activity, type SignalPayload } from '@trunkline/contract';

/** Activities in which a supervisor gets calls anyway, so that no alert is needed. */
const QUIET: readonly number[] = [Activity.ready, Activity.ringing, Activity.inCall];

type Person = { is_monitoring: 0 | 1; user_activity_id: number };

/** Returns the number of waiting calls for which a supervisor's alert rings (section 5 of the specification); 0 if it does not ring. */
export function alertFor(person: Person, told: SignalPayload<'total-incoming-call'>): number {
  if (person.is_monitoring !== 1 || QUIET.includes(person.user_activity_id)) return 0;
  return told.ivr_call + told.queue_call;
}
