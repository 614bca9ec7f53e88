import type { SignalPayload } from '@trunkline/contract';
import type { FloorSnapshot } from './board.ts';
import type { FloorScope } from './floor-scope.ts';

export const MONITORING_FIGURES = [
  'total-mon-call-count',
  'total-incoming-call',
  'total-mon-call-duration',
  'total-mon-call-type',
  'total-mon-user-count',
  'total-escort',
] as const;
export type FloorFigures = { [N in (typeof MONITORING_FIGURES)[number]]: SignalPayload<N> };

/** The figures for the specification's client, over what the viewer may see. Pure. */
export function figuresOf(
  { agents, calls, escorts, at }: Pick<FloorSnapshot, 'agents' | 'calls' | 'escorts' | 'at'>,
  sight: FloorScope,
): FloorFigures {
  const seen = calls.filter(sight.seesItem);
  const count = (isOne: (call: (typeof seen)[number]) => boolean): number => seen.filter(isOne).length;
  const ivr = count(({ state }) => state === 'ivr');
  // A caller who rings at an agent still waits; a customer whom we call does not.
  const queue = count(
    ({ state, direction }) => state === 'queue' || (state === 'ringing' && direction === 'inbound'),
  );
  const lengths = seen.map(({ started_at: since }) => Math.max(0, (at.getTime() - Date.parse(since)) / 1000));
  const ids = new Set(seen.map(({ call_id: id }) => id));
  const byActivity = new Map<FloorSnapshot['agents'][number]['user_activity_id'], number>();
  for (const { user_activity_id: activity } of agents.filter(sight.person))
    byActivity.set(activity, (byActivity.get(activity) ?? 0) + 1);
  return {
    'total-mon-call-count': {
      total: seen.length,
      waiting: ivr + queue,
      connected: count(({ state }) => state === 'connected'),
    },
    'total-incoming-call': { ivr_call: ivr, queue_call: queue },
    'total-mon-call-duration': {
      longest: Math.floor(Math.max(0, ...lengths)),
      average: Math.round(lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)),
    },
    'total-mon-call-type': {
      inbound: count(({ direction }) => direction === 'inbound'),
      outbound: count(({ direction }) => direction === 'outbound'),
    },
    'total-mon-user-count': {
      total: [...byActivity.values()].reduce((sum, n) => sum + n, 0),
      by_activity: [...byActivity]
        .map(([user_activity_id, total]) => ({ user_activity_id, total }))
        .toSorted((a, b) => a.user_activity_id - b.user_activity_id),
    },
    'total-escort': escorts.filter(({ call_id: id }) => ids.has(id)),
  };
}
