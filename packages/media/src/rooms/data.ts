import { DataPacket } from '@livekit/protocol';
import type { Participant } from './participant.ts';

export type DataChannelLabel = '_reliable' | '_lossy';

const BYTES_MAX = 64 * 1024;
const PER_SECOND = 50;
const BURST = 200;
/** Limit of a receiver's send buffer, so that one that stopped reading does not fill the memory. */
const BACKLOG_MAX = 4 * 1024 * 1024;

type Allowance = { left: number; atMs: number; isFlooding: boolean };

const allowances = new WeakMap<Participant, Allowance>();

/**
 * Checks a message of a client on a data channel, and returns it with its real sender filled in; undefined when it cannot be
 * parsed, is too large, comes too fast or is not allowed. `onFlood` is called once per flood.
 */
export function acceptPacket(
  sender: Participant,
  bytes: Buffer,
  nowMs: number,
  onFlood: () => void,
): DataPacket | undefined {
  if (!sender.identity.permission.canPublishData) return undefined;
  // Too large packets count for the rate limit as well.
  if (!isWithinRate(sender, nowMs, onFlood) || bytes.length > BYTES_MAX) return undefined;
  let packet: DataPacket;
  try {
    packet = DataPacket.fromBinary(bytes);
  } catch {
    return undefined;
  }
  packet.participantSid = sender.sid;
  packet.participantIdentity = sender.identity.identity;
  if (packet.value.case === 'user') {
    packet.value.value.participantSid = sender.sid;
    packet.value.value.participantIdentity = sender.identity.identity;
  }
  return packet;
}

function isWithinRate(sender: Participant, nowMs: number, onFlood: () => void): boolean {
  const allowance = allowances.get(sender) ?? { left: BURST, atMs: nowMs, isFlooding: false };
  allowances.set(sender, allowance);
  allowance.left = Math.min(BURST, allowance.left + ((nowMs - allowance.atMs) * PER_SECOND) / 1000);
  allowance.atMs = nowMs;
  if (allowance.left < 1) {
    if (!allowance.isFlooding) onFlood();
    allowance.isFlooding = true;
    return false;
  }
  allowance.left -= 1;
  if (allowance.left > BURST / 2) allowance.isFlooding = false;
  return true;
}

/** Whether a packet is addressed to this participant; without addressees it is for everybody. */
export function isAddressedTo(packet: DataPacket, { identity, sid }: Participant): boolean {
  const identities =
    packet.destinationIdentities.length > 0
      ? packet.destinationIdentities
      : packet.value.case === 'user'
        ? packet.value.value.destinationIdentities
        : [];
  const sids = packet.value.case === 'user' ? packet.value.value.destinationSids : [];
  if (identities.length === 0 && sids.length === 0) return true;
  return identities.includes(identity.identity) || sids.includes(sid);
}

/** Packets that wait for a channel to open, in order. */
const waiting = new WeakMap<Line, { packets: Buffer[]; bytes: number }>();

/** What `deliverPacket` needs of a data channel. */
type Line = ReturnType<Participant['subscriber']['channel']>;

/**
 * Sends a packet on to a participant. While their data channel is still opening, reliable packets are kept until it is open:
 * others see them as present, so messages to them must arrive.
 */
export function deliverPacket(receiver: Participant, channel: DataChannelLabel, bytes: Buffer): void {
  const line = receiver.subscriber.channel(channel);
  if (line.readyState === 'connecting' && channel === '_reliable') return queueBytes(line, bytes);
  if (line.readyState !== 'open' || line.bufferedAmount > BACKLOG_MAX) return;
  line.send(bytes);
}

function queueBytes(line: Line, bytes: Buffer): void {
  const known = waiting.get(line);
  const kept = known ?? { packets: [], bytes: 0 };
  if (kept.bytes + bytes.length > BACKLOG_MAX) return;
  kept.packets.push(bytes);
  kept.bytes += bytes.length;
  if (known) return;
  waiting.set(line, kept);
  line.stateChanged.once((state) => {
    waiting.delete(line);
    if (state === 'open') for (const each of kept.packets) line.send(each);
  });
}
