import type { LiveCall } from '@trunkline/contract';

const isTalking = ({ state }: LiveCall): boolean => state === 'connected';

/** Who waits comes first, and of those whoever has waited longest; then who has talked longest. */
export const inOrder = (calls: readonly LiveCall[]): LiveCall[] =>
  calls.toSorted((a, b) => {
    if (isTalking(a) !== isTalking(b)) return isTalking(a) ? 1 : -1;
    const [first, second] = isTalking(a) ? [a.since, b.since] : [a.started_at, b.started_at];
    return first.localeCompare(second) || a.call_id - b.call_id;
  });

/** What is said of it: calls of rooms wait in no queue that has a name. */
export function stateOf({ state, queue, is_held }: LiveCall): LiveCall['state'] | 'waits' | 'held' {
  if (state === 'queue' && queue === '') return 'waits';
  return state === 'connected' && is_held ? 'held' : state;
}

const waits = ({ state, direction }: LiveCall): boolean =>
  state === 'queue' || (state === 'ringing' && direction === 'inbound');

/** From when on a caller has waited for longer than they should; null: they do not wait. */
export const lateAt = (call: LiveCall, targetSeconds: number): number | null =>
  waits(call)
    ? Date.parse(call.state === 'queue' ? call.since : call.started_at) + targetSeconds * 1000
    : null;

export type Figures = {
  menu: number;
  waiting: number;
  talking: number;
  /** Since when whoever has waited longest has waited; null where nobody does. */
  longest: string | null;
};

export function figuresOf(calls: readonly LiveCall[]): Figures {
  const waiting = calls.filter(waits);
  return {
    menu: calls.filter(({ state }) => state === 'ivr').length,
    waiting: waiting.length,
    talking: calls.filter(isTalking).length,
    longest: waiting.map(({ started_at }) => started_at).toSorted()[0] ?? null,
  };
}
