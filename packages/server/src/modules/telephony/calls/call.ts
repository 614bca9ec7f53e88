import { applyLeftByCaller, type LeftByCaller } from './left-by-caller.ts';
import { eventRank } from './event-order.ts';
import {
  isFromOutside,
  localPairOf,
  extensionOfChannel,
  type GatewayCallEvent,
  type GatewayLeg,
} from './gateway-call-event.ts';

/** A span in the gateway's time, in milliseconds; `to` is null while it lasts. */
export type GatewaySpan = { from: number; to: number | null };
export type PhoneRing = GatewaySpan & {
  extension: string;
  legId: string;
  outcome: 'ringing' | 'connected' | 'no_answer' | 'rejected' | 'canceled';
};
/** One of our phones and the other side hear each other. */
export type PhoneTalk = GatewaySpan & { extension: string; legId: string };
export type QueueStay = GatewaySpan & {
  queue: string;
  outcome: 'waiting' | 'connected' | 'abandoned' | 'left';
};

export type PhoneUse = 'talks' | 'rings' | 'free';

/** A telephone call, as it follows from the gateway's events. */
export type PhoneCall = LeftByCaller & {
  id: string;
  direction: 'in' | 'out' | 'internal';
  /** The number of the other side as it was sent; empty in a call between colleagues. */
  number: string;
  /** The caller name that was sent; empty where there is none. */
  name: string;
  dialled: string;
  began: number;
  /** When one of our phones and the other side first heard each other. */
  answered: number | null;
  ended: number | null;
  /** Why the other side's leg ended (Q.850); null until then. */
  cause: number | null;
  menu: (GatewaySpan & { keypress: string }) | null;
  queues: QueueStay[];
  rings: PhoneRing[];
  talks: PhoneTalk[];
  holds: (GatewaySpan & { legId: string })[];
  /** Our phones that are or were part of it. A phone that dials, or is rung, has `rings` until somebody has answered. */
  phones: { extension: string; legId: string; channel: string; use: PhoneUse; endCause: number | null }[];
  transfers: { at: number; isAttended: boolean; to: string }[];
  /** Which participant hung up last, and when; null where the gateway ended the call, or has not reported it. */
  hungUp: { at: number; isOutside: boolean } | null;
};

type LegState = {
  leg: GatewayLeg;
  number: string;
  dialled: string;
  isCaller: boolean;
  isOutside: boolean;
  isRinging: boolean;
  isUp: boolean;
  /** A queue rings it: until the queue has connected it, another phone may get the call. */
  isRungByQueue: boolean;
  isConnected: boolean;
  ended: number | null;
  cause: number | null;
};
type State = {
  call: PhoneCall;
  legs: Map<string, LegState>;
  /** The leg ids in each bridge. */
  bridges: Map<string, Set<string>>;
  /** The Local channels through which two bridges hear each other, or did. */
  through: Set<string>;
};

/** Q.850: busy, and rejected. Phones use either when their owner rejects a call. */
const REJECTED = new Set([17, 21]);

/**
 * Computes the call from its happenings, in whatever order they arrived, without duplicates. Undefined for an empty list. Pure.
 */
export function phoneCallFrom(happenings: readonly GatewayCallEvent[]): PhoneCall | undefined {
  const inOrder = [...happenings].sort((a, b) => a.at - b.at || eventRank(a) - eventRank(b));
  const [first] = inOrder;
  if (!first) return undefined;
  const state: State = { call: emptyCall(first), legs: new Map(), bridges: new Map(), through: new Set() };
  for (const happening of inOrder) applyEvent(state, happening);
  return toPhoneCall(state);
}

const emptyCall = ({ call, at }: GatewayCallEvent): PhoneCall => ({
  id: call,
  direction: 'internal',
  number: '',
  name: '',
  dialled: '',
  began: at,
  answered: null,
  ended: null,
  cause: null,
  menu: null,
  message: null,
  wish: null,
  queues: [],
  rings: [],
  talks: [],
  holds: [],
  phones: [],
  transfers: [],
  hungUp: null,
});

function legIn({ legs }: State, leg: GatewayLeg): LegState {
  const known = legs.get(leg.id);
  if (known) {
    // The number of a dialled leg comes a moment after the leg.
    known.number ||= leg.number;
    return known;
  }
  const isOutside = isFromOutside(leg);
  const fresh = {
    leg,
    number: leg.number,
    dialled: '',
    isCaller: false,
    isOutside,
    isRinging: false,
    isUp: false,
    isRungByQueue: false,
    isConnected: false,
    ended: null,
    cause: null,
  };
  legs.set(leg.id, fresh);
  return fresh;
}

function applyEvent(state: State, happening: GatewayCallEvent): void {
  const own = legIn(state, happening.leg);
  const { call } = state;
  const { at } = happening;
  if ('agent' in happening) applyAgentEvent(legIn(state, happening.agent), happening.kind);
  if ('queue' in happening) return applyQueueEvent(call, happening);
  switch (happening.kind) {
    case 'began':
      own.dialled = happening.dialled;
      own.isCaller = happening.isCaller;
      return;
    case 'bridged':
    case 'unbridged':
      own.isConnected = true;
      return applyBridgeEvent(state, happening);
    case 'over':
      own.ended = at;
      own.cause = happening.cause;
      return endLeg(state, own, at);
    case 'hung-up':
      // A Local channel only connects two bridges of the gateway, so nobody has hung up.
      if (!own.leg.channel.startsWith('Local/') && (call.hungUp?.at !== at || own.isOutside))
        call.hungUp = { at, isOutside: own.isOutside };
      return;
    case 'transferred':
      call.transfers.push({ at, isAttended: happening.isAttended, to: happening.to });
      return;
    case 'message-left':
    case 'call-back-asked':
      return applyLeftByCaller(call, happening);
    default:
      return applyLegEvent(call, happening, own);
  }
}

/** The queue's event that a phone rings, or has answered, may come before or after the event of the phone's own channel. */
function applyAgentEvent(own: LegState, kind: 'called' | 'connected' | 'missed'): void {
  if (kind === 'called') own.isRinging = own.isRungByQueue = true;
  if (kind === 'connected') own.isConnected = true;
}

/** Applies a happening to its own leg. */
function applyLegEvent(call: PhoneCall, happening: GatewayCallEvent, own: LegState): void {
  const { at } = happening;
  const { leg } = own;
  if (happening.kind === 'ringing') own.isRinging = true;
  if (happening.kind === 'up') own.isUp = true;
  if (happening.kind === 'menu-entered') call.menu ??= { from: at, to: null, keypress: '' };
  if (happening.kind === 'menu-left')
    call.menu = { from: call.menu?.from ?? at, to: at, keypress: happening.keypress };
  if (happening.kind === 'held') call.holds.push({ from: at, to: null, legId: leg.id });
  if (happening.kind === 'resumed') endLast(call.holds, at, ({ legId }) => legId === leg.id);
}

function applyQueueEvent(call: PhoneCall, happening: Extract<GatewayCallEvent, { queue: string }>): void {
  const { at, queue } = happening;
  const stay = call.queues.findLast((one) => one.queue === queue);
  if (happening.kind === 'queued') call.queues.push({ queue, from: at, to: null, outcome: 'waiting' });
  if (happening.kind === 'abandoned') leaveQueue(stay, at, 'abandoned');
  if (happening.kind === 'unqueued') leaveQueue(stay, at, 'left');
  if (happening.kind === 'connected') {
    leaveQueue(stay, at, 'connected');
    endRing(call, happening.agent.id, at, 'connected');
  }
  if (happening.kind === 'missed') endRing(call, happening.agent.id, at, 'no_answer');
  if (happening.kind === 'called')
    call.rings.push({
      extension: happening.extension,
      legId: happening.agent.id,
      from: at,
      to: null,
      outcome: 'ringing',
    });
}

/** The event that tells why somebody left the queue may come before or after the event that they left. */
function leaveQueue(stay: QueueStay | undefined, at: number, outcome: QueueStay['outcome']): void {
  if (!stay) return;
  stay.to ??= at;
  if (stay.outcome === 'waiting' || stay.outcome === 'left') stay.outcome = outcome;
}

function endRing({ rings }: PhoneCall, legId: string, at: number, outcome: PhoneRing['outcome']): void {
  const ring = rings.findLast((one) => one.legId === legId);
  if (!ring || ring.outcome === 'connected') return;
  ring.to ??= at;
  ring.outcome = outcome;
}

function endLast<T extends GatewaySpan>(spans: readonly T[], at: number, fits: (span: T) => boolean): void {
  const span = spans.findLast((one) => one.to === null && fits(one));
  if (span) span.to = at;
}

function applyBridgeEvent(state: State, happening: Extract<GatewayCallEvent, { bridge: string }>): void {
  const { bridge, leg, at } = happening;
  const inside = state.bridges.get(bridge) ?? new Set();
  state.bridges.set(bridge, inside);
  if (happening.kind === 'unbridged') inside.delete(leg.id);
  else {
    // A leg is in one bridge at a time, even if no event told that it left the last one.
    for (const other of state.bridges.values()) other.delete(leg.id);
    inside.add(leg.id);
  }
  updateTalks(state, at);
}

/** Starts and ends talks, by who of ours hears the other side now. */
function updateTalks(state: State, at: number): void {
  const { call, legs } = state;
  const heard = new Map(
    connectedBridges(state).flatMap((inside) =>
      audibleLegs(inside, state).map(
        (legId) => [legId, extensionOfChannel(legs.get(legId)?.leg.channel ?? '')] as const,
      ),
    ),
  );
  for (const talk of call.talks) {
    if (talk.to !== null || heard.has(talk.legId)) continue;
    // The phone itself takes the place of the Local channel by which it was rung.
    const [phone] =
      [...heard].find(([legId, extension]) => extension === talk.extension && !isOn(call, legId)) ?? [];
    if (phone === undefined) talk.to = at;
    else talk.legId = phone;
  }
  for (const [legId, extension] of heard) {
    if (extension === '' || isOn(call, legId)) continue;
    call.answered ??= at;
    call.talks.push({ extension, legId, from: at, to: null });
  }
}

const isOn = ({ talks }: PhoneCall, legId: string): boolean =>
  talks.some((talk) => talk.legId === legId && talk.to === null);

/** The legs that hear each other: those in a bridge, and in bridges that are connected by the two ends of a Local channel. */
function connectedBridges({ bridges, legs, through }: State): Set<string>[] {
  const groups: { inside: Set<string>; pairs: Set<string> }[] = [];
  for (const inside of bridges.values()) {
    const own = { inside: new Set(inside), pairs: new Set(pairsIn(inside, legs)) };
    for (const group of [...groups]) {
      const shared = [...group.pairs].filter((pair) => own.pairs.has(pair));
      if (shared.length === 0) continue;
      for (const pair of shared) through.add(pair);
      groups.splice(groups.indexOf(group), 1);
      own.inside = new Set([...own.inside, ...group.inside]);
      own.pairs = new Set([...own.pairs, ...group.pairs]);
    }
    groups.push(own);
  }
  return groups.map(({ inside }) => inside);
}

const pairsIn = (inside: ReadonlySet<string>, legs: State['legs']): string[] =>
  [...inside].flatMap((id) => localPairOf(legs.get(id)?.leg.channel ?? '') ?? []);

/** Our legs among those that also contain the other side: phones, and Local channels whose phone is not there yet. */
function audibleLegs(inside: ReadonlySet<string>, { legs, through }: State): string[] {
  const all = [...inside].flatMap((id) => legs.get(id) ?? []);
  if (!all.some(({ isOutside }) => isOutside)) return [];
  return all.flatMap(({ leg, isOutside }) =>
    isOutside || through.has(localPairOf(leg.channel) ?? '') ? [] : [leg.id],
  );
}

/** A leg that is gone no longer rings, holds or waits, even if no event told so. */
function endLeg(state: State, { leg, cause, isOutside }: LegState, at: number): void {
  const { call, bridges } = state;
  for (const inside of bridges.values()) inside.delete(leg.id);
  updateTalks(state, at);
  endLast(call.holds, at, ({ legId }) => legId === leg.id);
  endUnansweredRing(call, { legId: leg.id, cause, at });
  if (!isOutside) return;
  if (call.menu) call.menu.to ??= at;
  for (const stay of call.queues) if (stay.to === null) leaveQueue(stay, at, 'abandoned');
}

/** Ends a ring: it was not answered, unless something else is known. */
function endUnansweredRing(
  { rings }: PhoneCall,
  { legId, cause, at }: { legId: string; cause: number | null; at: number },
): void {
  const ring = rings.findLast((one) => one.legId === legId);
  if (!ring || ring.outcome === 'connected') return;
  ring.to ??= at;
  if (cause !== null && REJECTED.has(cause)) ring.outcome = 'rejected';
  else if (ring.outcome === 'ringing') ring.outcome = 'canceled';
}

function doingOf({ isUp, isRinging, isCaller, isRungByQueue, isConnected, ended }: LegState): PhoneUse {
  if (ended !== null) return 'free';
  if (isConnected || (isUp && !isRungByQueue)) return 'talks';
  return isRinging || isCaller ? 'rings' : 'free';
}

const phoneIn = (each: LegState) => ({
  extension: extensionOfChannel(each.leg.channel),
  legId: each.leg.id,
  channel: each.leg.channel,
  use: doingOf(each),
  endCause: each.cause,
});

function toPhoneCall({ call, legs }: State): PhoneCall {
  const all = [...legs.values()];
  const outside = all.find(({ isOutside }) => isOutside);
  return {
    ...call,
    ...partyOf(outside),
    phones: all.flatMap((each) => (each.isOutside ? [] : [phoneIn(each)])),
    dialled: all[0]?.dialled ?? '',
    ended: lastOf(all),
  };
}

/** The other side of the call; in a call between colleagues there is none. */
function partyOf(outside: LegState | undefined): Pick<PhoneCall, 'direction' | 'number' | 'name' | 'cause'> {
  if (!outside) return { direction: 'internal', number: '', name: '', cause: null };
  const { isCaller, number, leg, cause } = outside;
  return { direction: isCaller ? 'in' : 'out', number, name: leg.name, cause };
}

/** When the last leg ended; null while there is one. */
function lastOf(all: readonly LegState[]): number | null {
  const ends = all.map(({ ended }) => ended);
  return ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0));
}
