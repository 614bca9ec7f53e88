import { onOneLine } from '#platform/foreign-text';
import type { AmiMessage } from '../ami/message.ts';

/** One leg of a call: a channel of the gateway. */
export type GatewayLeg = {
  /** The gateway's id of the channel, which is never used again (Uniqueid). */
  id: string;
  channel: string;
  context: string;
  number: string;
  name: string;
};

/** The context of the dial plan in which calls from outside begin (deploy/asterisk/extensions.conf). */
export const OUTSIDE_CONTEXT = 'from-trunk';
// FreePBX uses these contexts, and one per trunk if there are several.
const OUTSIDE = /^from-(?:trunk|pstn)(?:-|$)/;
export const isFromOutside = ({ context }: Pick<GatewayLeg, 'context'>): boolean => OUTSIDE.test(context);

/**
 * The extension of a channel, whatever number it shows to others: its name contains it, as in `PJSIP/1001-0000002a`. Those that
 * the gateway makes for itself, as `Local/_attended@transfer-00000000;1`, have none.
 */
export const extensionOfChannel = (channel: string): string =>
  /^\w+\/([^@;_][^@;]*?)(?:-[0-9a-f]+)?(?:[@;].*)?$/.exec(channel)?.[1] ?? '';

/**
 * One event of a call, with the gateway's time in milliseconds. `call` is the id that the gateway gives to all legs of a call
 * (Linkedid).
 */
export type GatewayCallEvent = { call: string; at: number; leg: GatewayLeg } & (
  | { kind: 'began'; dialled: string; isCaller: boolean }
  | { kind: 'ringing' | 'up' | 'held' | 'resumed' }
  /** Its owner has hung up; not reported for a leg that the gateway ends. */
  | { kind: 'hung-up' }
  | { kind: 'over'; cause: number }
  | { kind: 'menu-entered' }
  | { kind: 'menu-left'; keypress: string }
  /** A caller who reached nobody has left a message of this length. */
  | { kind: 'message-left'; ms: number }
  | { kind: 'call-back-asked' }
  | { kind: 'queued' | 'abandoned' | 'unqueued'; queue: string }
  | { kind: 'called' | 'connected' | 'missed'; queue: string; extension: string; agent: GatewayLeg }
  /** After a transfer has removed the phone, the gateway names no channel. */
  | { kind: 'completed'; queue: string; extension: string; channel: string }
  | { kind: 'bridged' | 'unbridged'; bridge: string }
  | { kind: 'dialled'; other: GatewayLeg }
  | { kind: 'dial-ended'; other: GatewayLeg; status: string }
  /** `asked`: the call that its owner had made before, to ask; the two are one from then on. */
  | { kind: 'transferred'; isAttended: boolean; to: string; asked?: { call: string; leg: string } }
);

/** The two ends of a Local channel are heard by each other: what its name is without the number of the end. */
export const localPairOf = (channel: string): string | undefined => /^(Local\/.*);[12]$/.exec(channel)?.[1];

type OwnFields<H> = H extends GatewayCallEvent ? Omit<H, 'call' | 'at' | 'leg'> : never;
type EventReader = (message: AmiMessage) => OwnFields<GatewayCallEvent> | undefined;

const NOBODY = '<unknown>';
/** Longer than any sensible name or number. */
const TEXT_MAX = 255;
/** Callers choose some of these values, so they are made safe for the database and shortened to one line. */
const text = (message: AmiMessage, key: string): string => {
  const value = message.get(key) ?? '';
  return value === NOBODY ? '' : onOneLine(value, TEXT_MAX);
};

/** The leg that an event, or an entry of a list, is about. */
export const readLeg = (message: AmiMessage, prefix = ''): GatewayLeg => ({
  id: text(message, `${prefix}Uniqueid`),
  channel: text(message, `${prefix}Channel`),
  context: text(message, `${prefix}Context`),
  number: text(message, `${prefix}CallerIDNum`),
  name: text(message, `${prefix}CallerIDName`),
});

const inQueue =
  (kind: 'queued' | 'abandoned' | 'unqueued'): EventReader =>
  (message) => ({
    kind,
    queue: text(message, 'Queue'),
  });
/** The extension of a queue's member. FreePBX names members after people, and their interface `Local/2001@from-queue/n`. */
function memberOf(message: AmiMessage): string {
  const name = text(message, 'MemberName');
  return /^\d+$/.test(name) ? name : extensionOfChannel(text(message, 'Interface')) || name;
}
const atAgent =
  (kind: 'called' | 'connected' | 'missed'): EventReader =>
  (message) => ({
    kind,
    queue: text(message, 'Queue'),
    extension: memberOf(message),
    agent: readLeg(message, 'Dest'),
  });

/** Who was asked; where that call is in a queue still, nobody was. */
const targetOf = (message: AmiMessage): string =>
  text(message, 'TransferTargetCallerIDNum') ||
  (message.get('DestType') === 'App' && text(message, 'SecondTransfererExten')) ||
  text(message, 'OrigTransfererConnectedLineNum');

/** By event name. Other events are ignored: what they tell is also told by one of these. */
const READINGS: Readonly<Record<string, EventReader>> = {
  Newchannel: (message) => ({
    kind: 'began',
    dialled: text(message, 'Exten'),
    // A channel that the gateway dials begins without “Ring”.
    isCaller: message.get('ChannelStateDesc') === 'Ring',
  }),
  Newstate: (message) => {
    const state = message.get('ChannelStateDesc');
    if (state === 'Ringing') return { kind: 'ringing' };
    return state === 'Up' ? { kind: 'up' } : undefined;
  },
  Hangup: (message) => ({ kind: 'over', cause: Number(message.get('Cause') ?? 0) }),
  HangupRequest: () => ({ kind: 'hung-up' }),
  Hold: () => ({ kind: 'held' }),
  Unhold: () => ({ kind: 'resumed' }),
  UserEvent: (message) => {
    const name = message.get('UserEvent');
    if (name === 'IvrEnter') return { kind: 'menu-entered' };
    if (name === 'CallBackAsked') return { kind: 'call-back-asked' };
    if (name === 'MessageLeft') return { kind: 'message-left', ms: Number(message.get('Milliseconds')) || 0 };
    return name === 'IvrExit' ? { kind: 'menu-left', keypress: text(message, 'Keypress') } : undefined;
  },
  QueueCallerJoin: inQueue('queued'),
  QueueCallerAbandon: inQueue('abandoned'),
  QueueCallerLeave: inQueue('unqueued'),
  AgentCalled: atAgent('called'),
  AgentConnect: atAgent('connected'),
  AgentRingNoAnswer: atAgent('missed'),
  AgentComplete: (message) => ({
    kind: 'completed',
    queue: text(message, 'Queue'),
    extension: memberOf(message),
    channel: text(message, 'DestChannel'),
  }),
  BridgeEnter: (message) => ({ kind: 'bridged', bridge: text(message, 'BridgeUniqueid') }),
  BridgeLeave: (message) => ({ kind: 'unbridged', bridge: text(message, 'BridgeUniqueid') }),
  DialBegin: (message) => ({ kind: 'dialled', other: readLeg(message, 'Dest') }),
  DialEnd: (message) => ({
    kind: 'dial-ended',
    other: readLeg(message, 'Dest'),
    status: text(message, 'DialStatus'),
  }),
  BlindTransfer: (message) => ({ kind: 'transferred', isAttended: false, to: text(message, 'Extension') }),
  AttendedTransfer: (message) => ({
    kind: 'transferred',
    isAttended: true,
    to: targetOf(message),
    asked: {
      call: text(message, 'SecondTransfererLinkedid'),
      leg: text(message, 'SecondTransfererUniqueid'),
    },
  }),
};

/** The prefix of the keys that describe the leg, for events that do not use the plain keys. */
const PREFIXES: Readonly<Record<string, string>> = {
  BlindTransfer: 'Transferee',
  AttendedTransfer: 'Transferee',
  DialBegin: '',
};

/**
 * Reads an event of the gateway as something that happened to a call; undefined where it is about something else, or has no
 * leg.
 */
export function readGatewayCallEvent(message: AmiMessage): GatewayCallEvent | undefined {
  const event = message.get('Event') ?? '';
  const own = READINGS[event]?.(message);
  if (!own) return undefined;
  // A call that the gateway originated has no calling leg: then the event is about the dialled one.
  const isBegunHere = event.startsWith('Dial') && message.get('Uniqueid') === undefined;
  const prefix = isBegunHere ? 'Dest' : (PREFIXES[event] ?? '');
  const leg = readLeg(message, prefix);
  const call = text(message, `${prefix}Linkedid`);
  const at = Number(message.get('Timestamp')) * 1000;
  if (leg.id === '' || call === '' || !Number.isFinite(at)) return undefined;
  return { ...own, call, at, leg };
}
