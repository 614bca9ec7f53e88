export type SlaState = { share: number; state: 'calm' | 'soon' | 'breached' };

/** Below this share of the time the clock turns amber. */
const SOON = 0.25;

/** How much of the time between start and due is left, 1 to 0, and what that means. */
export function slaState({ start, due, now }: { start: number; due: number; now: number }): SlaState {
  if (now >= due) return { share: 0, state: 'breached' };
  const share = due > start ? Math.min(1, (due - now) / (due - start)) : 0;
  return { share, state: share <= SOON ? 'soon' : 'calm' };
}
