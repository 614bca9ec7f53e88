import type { LiveCall } from '@trunkline/contract';

const isTalking = ({ state }: LiveCall): boolean => state === 'connected';

/** Sorts calls: waiting ones first, longest waiting on top, then the others, longest talking on top. */
export const inOrder = (calls: readonly LiveCall[]): LiveCall[] =>
  calls.toSorted((a, b) => {
    if (isTalking(a) !== isTalking(b)) return isTalking(a) ? 1 : -1;
    const [first, second] = isTalking(a) ? [a.since, b.since] : [a.started_at, b.started_at];
    return first.localeCompare(second) || a.call_id - b.call_id;
  });

/** Returns the state to show: calls of rooms wait without a named queue. */
export function stateOf({ state, queue, is_held }: LiveCall): LiveCall['state'] | 'waits' | 'held' {
  if (state === 'queue' && queue === '') return 'waits';
  return state === 'connected' && is_held ? 'held' : state;
}

const waits = ({ state, direction }: LiveCall): boolean =>
  state === 'queue' || (state === 'ringing' && direction === 'inbound');

/** Returns when a waiting caller exceeds the target; null for calls that do not wait. */
export const lateAt = (call: LiveCall, targetSeconds: number): number | null =>
  waits(call)
    ? Date.parse(call.state === 'queue' ? call.since : call.started_at) + targetSeconds * 1000
    : null;

export type LiveCallFigures = {
  menu: number;
  waiting: number;
  talking: number;
  /** Since when the longest waiting caller waits; null where nobody waits. */
  longest: string | null;
};

export function figuresOf(calls: readonly LiveCall[]): LiveCallFigures {
  const waiting = calls.filter(waits);
  return {
    menu: calls.filter(({ state }) => state === 'ivr').length,
    waiting: waiting.length,
    talking: calls.filter(isTalking).length,
    longest: waiting.map(({ started_at }) => started_at).toSorted()[0] ?? null,
  };
}
