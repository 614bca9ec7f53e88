import { phoneCallFrom, type PhoneCall } from './call.ts';
import type { GatewayCallEvent } from './gateway-call-event.ts';
import { eventKey } from './event-order.ts';

/** A call that is being followed. */
export type TrackedCall = {
  /** All Linkedids of the call: several after two calls were joined. */
  linked: Set<string>;
  legs: Set<string>;
  happened: Map<string, GatewayCallEvent>;
  /** Happenings that are not stored yet, in the order in which they came. */
  fresh: GatewayCallEvent[];
  /** The id of its record; null before there is one. */
  callId: number | null;
  /** Ids of records of calls that were merged into this one. */
  others: number[];
  /** The call that this one was merged into. */
  into: TrackedCall | null;
  touched: number;
};

const emptyEntry = (): TrackedCall => ({
  linked: new Set(),
  legs: new Set(),
  happened: new Map(),
  fresh: [],
  callId: null,
  others: [],
  into: null,
  touched: 0,
});

/**
 * The calls of one gateway, by what happened to them. Each is computed anew from all its happenings, so that neither their
 * order nor repetitions matter; a call has some thirty of them, and is kept until some time after its end.
 */
export function createCallTracker() {
  const entries = new Set<TrackedCall>();
  const byLeg = new Map<string, TrackedCall>();
  const byCall = new Map<string, TrackedCall>();

  /** Merges two calls when their legs are joined: the happenings of both belong to the result. */
  function merge(a: TrackedCall, b: TrackedCall): void {
    for (const [key, happening] of b.happened) a.happened.set(key, happening);
    for (const leg of b.legs) byLeg.set(leg, a);
    for (const call of b.linked) byCall.set(call, a);
    a.legs = new Set([...a.legs, ...b.legs]);
    a.linked = new Set([...a.linked, ...b.linked]);
    a.fresh.push(...b.fresh.splice(0));
    a.others.push(...b.others);
    keepRecord(a, b.callId);
    b.into = a;
    entries.delete(b);
  }

  /** The call with this Linkedid and this leg. */
  function join(call: string, leg: string): TrackedCall {
    const a = byCall.get(call);
    const b = byLeg.get(leg);
    if (a && b && a !== b) merge(a, b);
    const entry = a ?? b ?? emptyEntry();
    entries.add(entry);
    byCall.set(call, entry);
    byLeg.set(leg, entry);
    entry.linked.add(call);
    entry.legs.add(leg);
    return entry;
  }

  function entryOf(happening: GatewayCallEvent): TrackedCall {
    const own = join(happening.call, happening.leg.id);
    const asked = happening.kind === 'transferred' ? happening.asked : undefined;
    if (!asked || asked.call === '' || asked.leg === '') return own;
    const other = join(asked.call, asked.leg);
    if (other !== own) merge(own, other);
    return own;
  }

  return {
    /** Adds a happening and returns its call; undefined where it was known. */
    add(happening: GatewayCallEvent, now: number): TrackedCall | undefined {
      const entry = entryOf(happening);
      entry.touched = now;
      const key = eventKey(happening);
      if (entry.happened.has(key)) return undefined;
      entry.happened.set(key, happening);
      entry.fresh.push(happening);
      return entry;
    },

    /** Forgets calls that have ended, are stored, and had no events since then. */
    forget(before: number): void {
      for (const entry of entries) {
        if (entry.touched >= before || entry.fresh.length > 0 || trackedCallState(entry)?.ended === null)
          continue;
        entries.delete(entry);
        for (const leg of entry.legs) byLeg.delete(leg);
        for (const call of entry.linked) byCall.delete(call);
      }
    },

    /** The call with this Linkedid. */
    find: (call: string): TrackedCall | undefined => byCall.get(call),
    size: (): number => entries.size,
    all: (): TrackedCall[] => [...entries],
  };
}

/**
 * Notes that this record is of this call. If the call has one already, the other belonged to a call that was merged into it.
 */
function keepRecord(entry: TrackedCall, callId: number | null): void {
  if (callId === null || entry.callId === callId) return;
  if (entry.callId === null) entry.callId = callId;
  else if (!entry.others.includes(callId)) entry.others.push(callId);
}

/** Notes the record of a call, which may have been merged into another while the record was written. */
export const hasRecord = (entry: TrackedCall, callId: number): void =>
  keepRecord(currentTrackedCall(entry), callId);

/** The call that it was merged into, or itself. */
export const currentTrackedCall = (entry: TrackedCall): TrackedCall =>
  entry.into ? currentTrackedCall(entry.into) : entry;

/** The call computed from all its happenings so far. */
export const trackedCallState = ({ happened }: TrackedCall): PhoneCall | undefined =>
  phoneCallFrom([...happened.values()]);
