import { callOf, type PhoneCall } from './call.ts';
import type { Happening } from './happening.ts';
import { keyOf } from './order.ts';

/** A call of which things are told. */
export type Entry = {
  /** All that the gateway calls it (Linkedid): several where legs of two calls were put together. */
  linked: Set<string>;
  legs: Set<string>;
  happened: Map<string, Happening>;
  /** What was not stored yet, in the order in which it came. */
  fresh: Happening[];
  /** Its record, once there is one. */
  callId: number | null;
  /** Records that were of calls which have become one with this. */
  others: number[];
  /** What it has become one with. */
  into: Entry | null;
  touched: number;
};

const emptyEntry = (): Entry => ({
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
 * The calls of one gateway, by what has happened to them. Each is worked out anew from all of it, so that it is the same in
 * whatever order, and however often, the gateway tells it; a call has some thirty things to tell, and is kept until it has
 * been quiet for a while after its end.
 */
export function createLedger() {
  const entries = new Set<Entry>();
  const byLeg = new Map<string, Entry>();
  const byCall = new Map<string, Entry>();

  /** Two calls become one when somebody puts their legs together: what was told of either is told of that. */
  function merge(a: Entry, b: Entry): void {
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

  function entryOf({ leg, call }: Happening): Entry {
    const a = byCall.get(call);
    const b = byLeg.get(leg.id);
    if (a && b && a !== b) merge(a, b);
    const entry = a ?? b ?? emptyEntry();
    entries.add(entry);
    byCall.set(call, entry);
    byLeg.set(leg.id, entry);
    entry.linked.add(call);
    entry.legs.add(leg.id);
    return entry;
  }

  return {
    /** Gives the call that it is told of; undefined where that was known. */
    add(happening: Happening, now: number): Entry | undefined {
      const entry = entryOf(happening);
      entry.touched = now;
      const key = keyOf(happening);
      if (entry.happened.has(key)) return undefined;
      entry.happened.set(key, happening);
      entry.fresh.push(happening);
      return entry;
    },

    /** Lets go of what has been quiet since then, is over, and is stored. */
    forget(before: number): void {
      for (const entry of entries) {
        if (entry.touched >= before || entry.fresh.length > 0 || stateOf(entry)?.ended === null) continue;
        entries.delete(entry);
        for (const leg of entry.legs) byLeg.delete(leg);
        for (const call of entry.linked) byCall.delete(call);
      }
    },

    /** The call of which the gateway speaks by this name. */
    find: (call: string): Entry | undefined => byCall.get(call),
    size: (): number => entries.size,
    all: (): Entry[] => [...entries],
  };
}

/** That record is of this call. Where it has one already, the other is of a call that has become one with it. */
function keepRecord(entry: Entry, callId: number | null): void {
  if (callId === null || entry.callId === callId) return;
  if (entry.callId === null) entry.callId = callId;
  else if (!entry.others.includes(callId)) entry.others.push(callId);
}

/** Its record is that one; it may have become one with another call while that was written. */
export const hasRecord = (entry: Entry, callId: number): void => keepRecord(latestOf(entry), callId);

/** What it is by now, where it has become one with others. */
export const latestOf = (entry: Entry): Entry => (entry.into ? latestOf(entry.into) : entry);

/** The call as it stands by all that was told of it. */
export const stateOf = ({ happened }: Entry): PhoneCall | undefined => callOf([...happened.values()]);
