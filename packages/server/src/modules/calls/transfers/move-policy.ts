import { Activity, CALL_PEOPLE_MAX, type Agent, type NotRungReason } from '@trunkline/contract';

/** What decides whether a colleague can be rung. */
type Colleague = Pick<Agent, 'id' | 'user_activity_id' | 'activity_cause'> & { may_reply: boolean };

/** Why this colleague cannot be rung now; null when they can. Pure. */
export function notRungReasonOf(
  { id, user_activity_id: activity, activity_cause: cause, may_reply: mayReply }: Colleague,
  participants: readonly number[],
  occupied: ReadonlyMap<number, 'in_call' | 'ringing'>,
): NotRungReason | null {
  if (participants.includes(id)) return 'here';
  if (!mayReply) return 'rights';
  const how = occupied.get(id);
  if (how) return how;
  if (activity === Activity.inCall || activity === Activity.inRoomCall) return 'in_call';
  if (cause) return cause;
  if (activity === Activity.onBreak) return 'on_break';
  return activity === Activity.offline ? 'offline' : null;
}

/** Whether one more person fits into the call, with those who are still being rung. Pure. */
export function hasRoomForAnother(count: { agents: number; customers: number; ringing: number }): boolean {
  // The customer has a place even while they are not there yet, or reload the page.
  return count.agents + Math.max(1, count.customers) + count.ringing < CALL_PEOPLE_MAX;
}

/** Who becomes the owner when somebody leaves the call: whoever else has been in it longest. Null when nobody is left. Pure. */
export function nextOwner(agents: readonly { user_id: number }[], leaver: number): number | null {
  return agents.find(({ user_id: id }) => id !== leaver)?.user_id ?? null;
}
