import type { AmiMessage } from '../ami/message.ts';
import type { AmiSession } from '../ami/session.ts';
import {
  OUTSIDE_CONTEXT,
  readLeg,
  type GatewayCallEvent,
  type GatewayLeg,
} from '../calls/gateway-call-event.ts';
import { trackedCallState, type TrackedCall } from '../calls/call-tracker.ts';

type AmiRequests = Pick<AmiSession, 'ask' | 'list'>;
type Channel = {
  leg: GatewayLeg;
  call: string;
  dialled: string;
  isCaller: boolean;
  began: number;
  bridge: string;
};

/** When the connection was lost, and when the gateway was started; null where that is not known. */
export type GatewayAbsence = { lostAt: number | null; bootedAt: number | null };

/**
 * What must have happened while nobody was connected, so that our calls match the gateway's present channels: legs that are
 * gone have ended, and new ones have begun.
 */
export async function missedCallEvents(
  { ask, list }: AmiRequests,
  known: readonly TrackedCall[],
  { lostAt, bootedAt }: GatewayAbsence,
): Promise<GatewayCallEvent[]> {
  const now = await gatewayTime(ask);
  const channels = (await list({ Action: 'CoreShowChannels' })).map((message) => channelOf(message, now));
  const queued = await list({ Action: 'QueueStatus' });
  const liveness = new Map(channels.map((channel) => [channel.leg.id, channel]));
  // If the gateway was restarted, its calls ended when it went down.
  const gone = lostAt !== null && bootedAt !== null && bootedAt > lostAt ? lostAt : now;
  const ends = known.flatMap((entry) => ended(entry, liveness, gone));
  const legs = new Set(known.flatMap((entry) => [...entry.legs]));
  const begun = channels.filter(({ leg }) => !legs.has(leg.id)).map(begin);
  const bridged = channels.flatMap((channel) => bridgedNow(channel, now));
  const waiting = queued.flatMap((message) => waits(message, { liveness, known, now }));
  return [...ends, ...begun, ...waiting, ...bridged];
}

/** When the gateway was started, in milliseconds since 1970, if an event tells it. */
export function gatewayStartTime(message: AmiMessage, now: number): number | undefined {
  if (message.get('Event') !== 'FullyBooted') return undefined;
  const uptime = Number(message.get('Uptime') ?? Number.NaN);
  // The uptime is in whole seconds, and may be up to one too high.
  return Number.isFinite(uptime) ? now - Math.max(0, uptime - 1) * 1000 : undefined;
}

async function gatewayTime(ask: AmiRequests['ask']): Promise<number> {
  const seconds = Number((await ask({ Action: 'Ping' })).get('Timestamp'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : Date.now();
}

function channelOf(message: AmiMessage, now: number): Channel {
  const [hours = 0, minutes = 0, seconds = 0] = (message.get('Duration') ?? '').split(':').map(Number);
  return {
    leg: placed(readLeg(message)),
    call: message.get('Linkedid') ?? '',
    dialled: message.get('Exten') ?? '',
    isCaller: message.get('Uniqueid') === message.get('Linkedid'),
    began: now - ((hours * 60 + minutes) * 60 + seconds) * 1000,
    bridge: message.get('BridgeId') ?? '',
  };
}

/**
 * By now its context is no longer the one in which it began. Channels of our phones are named after a number, those of trunks
 * after a name.
 */
const placed = (leg: GatewayLeg): GatewayLeg =>
  /\/\d+[-@]/.test(leg.channel) ? leg : { ...leg, context: OUTSIDE_CONTEXT };

/** Ends the legs of a call that the gateway no longer has. */
function ended(
  { happened }: TrackedCall,
  liveness: ReadonlyMap<string, Channel>,
  at: number,
): GatewayCallEvent[] {
  const all = [...happened.values()];
  const over = new Set(all.flatMap(({ kind, leg }) => (kind === 'over' ? [leg.id] : [])));
  const lost = new Map(
    all.flatMap((one) => (over.has(one.leg.id) || liveness.has(one.leg.id) ? [] : [[one.leg.id, one]])),
  );
  const last = Math.max(...all.map((one) => one.at));
  return [...lost.values()].map(({ call, leg }) => ({
    kind: 'over',
    call,
    leg,
    cause: 0,
    at: Math.max(at, last),
  }));
}

const begin = ({ leg, call, dialled, isCaller, began }: Channel): GatewayCallEvent => ({
  kind: 'began',
  call,
  leg,
  dialled,
  isCaller,
  at: began,
});

const bridgedNow = ({ leg, call, bridge }: Channel, now: number): GatewayCallEvent[] =>
  bridge === '' ? [] : [{ kind: 'bridged', call, leg, bridge, at: now }];

type Now = { liveness: ReadonlyMap<string, Channel>; known: readonly TrackedCall[]; now: number };

/** Adds the queue of a caller who waits, where it is not known. */
function waits(message: AmiMessage, { liveness, known, now }: Now): GatewayCallEvent[] {
  const channel = liveness.get(message.get('Uniqueid') ?? '');
  const queue = message.get('Queue') ?? '';
  if (message.get('Event') !== 'QueueEntry' || !channel || queue === '') return [];
  const entry = known.find(({ legs }) => legs.has(channel.leg.id));
  const isKnown =
    entry && trackedCallState(entry)?.queues.some((stay) => stay.queue === queue && stay.to === null);
  if (isKnown) return [];
  const at = now - Number(message.get('Wait') ?? 0) * 1000;
  return [{ kind: 'queued', call: channel.call, leg: channel.leg, queue, at }];
}
