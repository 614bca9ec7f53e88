import { Activity, type ActivityId, type MediaId, type OwnQueue } from '@trunkline/contract';
import { FULL_CAPACITY, type ConversationWeight } from './candidate-pool.ts';
import { agentLoadOf } from './routing.ts';

type WaitingCount = { department_id: number; media_id: MediaId; n: number };
/** What is the same for all agents. */
export type SharedQueueState = {
  waiting: readonly WaitingCount[];
  /** Pairs of a department and its overflow department. */
  overflows: readonly { id: number; to: number }[];
  weightOf: (mediaId: MediaId) => ConversationWeight;
};
/** An agent, with the number of conversations by medium that they have or are being offered. */
export type QueueAgent = {
  departmentIds: readonly number[];
  activity: ActivityId;
  capacity: number;
  counts: ReadonlyMap<MediaId, number>;
  /** Those of `counts` that are only offered so far. */
  offered: ReadonlyMap<MediaId, number>;
};

/** What an agent is told of the queues from which they may be offered conversations. Pure. */
export function ownQueueOf(
  { departmentIds, activity, capacity, counts, offered }: QueueAgent,
  { waiting, overflows, weightOf }: SharedQueueState,
): OwnQueue {
  const helped = overflows.flatMap(({ id, to }) => (departmentIds.includes(to) ? [id] : []));
  const departments = new Set([...departmentIds, ...helped]);
  const byMedia = new Map<MediaId, number>();
  for (const { department_id: id, media_id: mediaId, n } of waiting)
    if (departments.has(id)) byMedia.set(mediaId, (byMedia.get(mediaId) ?? 0) + n);
  const { load } = agentLoadOf(counts, weightOf);
  const held = load - agentLoadOf(offered, weightOf).load;
  const fullBy = held >= capacity ? 'capacity' : 'offer';
  const weight = (mediaId: MediaId) => {
    const one = weightOf(mediaId);
    return one === FULL_CAPACITY ? capacity : one;
  };
  return {
    waiting: listed(byMedia),
    own: listed(counts).map((one) => ({ ...one, weight: weight(one.media_id) })),
    load,
    capacity,
    not_offered: reasonFor(activity) ?? (load >= capacity ? fullBy : null),
  };
}

const listed = (counts: ReadonlyMap<MediaId, number>) =>
  [...counts].map(([media_id, count]) => ({ media_id, count })).toSorted((a, b) => a.media_id - b.media_id);

const WHY: Partial<Record<ActivityId, OwnQueue['not_offered']>> = {
  [Activity.offline]: 'offline',
  [Activity.onBreak]: 'break',
  [Activity.afterCallWork]: 'wrap_up',
  [Activity.ringing]: 'call',
  [Activity.inCall]: 'call',
  [Activity.inRoomCall]: 'call',
};
const reasonFor = (activity: ActivityId): OwnQueue['not_offered'] => WHY[activity] ?? null;
