export type SlaState = { share: number; state: 'calm' | 'soon' | 'breached' };

/** An SLA is shown in amber once less than this share of its time is left. */
const SOON = 0.25;

/** Returns the remaining share of the time between start and due, 1 to 0, and the state it means. */
export function slaState({ start, due, now }: { start: number; due: number; now: number }): SlaState {
  if (now >= due) return { share: 0, state: 'breached' };
  const share = due > start ? Math.min(1, (due - now) / (due - start)) : 0;
  return { share, state: share <= SOON ? 'soon' : 'calm' };
}
