import type { ReplayCall } from '@trunkline/contract';

type Span = { from: number; to: number | null };
/** The stored data of a call; `spans`: what its gateway reported, in milliseconds. */
export type StoredCall = {
  direction: ReplayCall['direction'];
  started_at: string;
  answered_at: string | null;
  spans: {
    queues: (Span & { queue: string })[];
    rings: Span[];
    talks: Span[];
    holds: Span[];
  } | null;
};
export type ReplayedCallState = Pick<ReplayCall, 'state' | 'is_held' | 'since' | 'queue'>;

const iso = (ms: number): string => new Date(ms).toISOString();

/** The state of a call at a moment within it. Pure. */
export function callStateAt(call: StoredCall, at: Date): ReplayedCallState {
  return call.spans ? phoneStateAt(call, call.spans, at.getTime()) : roomStateAt(call, at);
}

/** A room call counts as waiting until it is answered, since it is not stored when it rang. */
function roomStateAt(
  { answered_at: answered, started_at: started }: StoredCall,
  at: Date,
): ReplayedCallState {
  const isAnswered = answered !== null && Date.parse(answered) <= at.getTime();
  return {
    state: isAnswered ? 'connected' : 'queue',
    is_held: false,
    since: isAnswered ? answered : started,
    queue: '',
  };
}

function phoneStateAt(
  { direction, started_at: started }: StoredCall,
  { queues, rings, talks, holds }: NonNullable<StoredCall['spans']>,
  at: number,
): ReplayedCallState {
  const isOn = ({ from, to }: Span): boolean => from <= at && (to === null || to > at);
  const hasBegun = ({ from }: Span): boolean => from <= at;
  const queue = queues.findLast(hasBegun)?.queue ?? '';
  const talk = talks.findLast(isOn);
  if (talk) return { state: 'connected', is_held: holds.some(isOn), since: iso(talk.from), queue };
  const ring = rings.findLast(isOn);
  if (ring) return { state: 'ringing', is_held: false, since: iso(ring.from), queue };
  const stay = queues.findLast(isOn);
  if (stay) return { state: 'queue', is_held: false, since: iso(stay.from), queue };
  const isNew = ![...talks, ...rings, ...queues].some(hasBegun);
  const state = isNew && direction === 'inbound' ? 'ivr' : null;
  return { state, is_held: false, since: started, queue };
}
