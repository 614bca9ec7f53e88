/**
 * What runs for every packet, of which a core handles ten thousand a second and more. werift parses each header twice, bit by
 * bit as text, and sends through four promises; here it is parsed once and written to the socket. Ciphers, the selection of the
 * path and everything else remain werift's.
 */
import {
  isMedia,
  isRtcp,
  RtcpPacketConverter,
  type RTCDtlsTransport,
  type RTCPeerConnection,
  type RtcpPacket,
} from 'werift';
import type { WireHeader } from './outbound-stream.ts';
import { readHeader, type RtpHeader } from './rtp-header.ts';

export type RtpPacket = { header: RtpHeader; payload: Buffer };
type Handlers = { onRtp: (packet: RtpPacket) => void; onRtcp: (packet: RtcpPacket) => void };

type StreamState = { ssrc: number; rolloverCounter: number; lastSequenceNumber: number };
type Context = {
  srtpSSRCStates: Record<number, StreamState>;
  updateRolloverCount: (sequenceNumber: number, state: StreamState) => void;
  cipher: { decryptRtp: (bytes: Buffer, rolloverCounter: number, header: RtpHeader) => [Buffer, RtpHeader] };
  rtpAuthTagLength: number;
};
type Socket = { send: (bytes: Buffer, port: number, address: string) => void };
type Pair = {
  protocol: { transport?: { type: string; closed?: boolean; socket: Socket } };
  remoteAddr: [address: string, port: number];
};
/** The private members that we need. */
type TransportInternals = {
  srtpStarted: boolean;
  srtp: {
    remoteContext: Context;
    encrypt: (payload: Buffer, header: WireHeader) => Buffer;
  };
  srtcp: { decrypt: (bytes: Buffer) => Buffer };
  sendRtp: (payload: Buffer, header: WireHeader) => Promise<number>;
  startSrtp: () => void;
  updateSrtpSession: () => void;
  iceTransport: {
    connection: {
      nominated: Pair | undefined;
      canSendApplicationData: () => boolean;
      onData: { subscribe: (take: (bytes: Buffer) => void) => void };
    };
  };
};
const internalsOf = (transport: RTCDtlsTransport): TransportInternals =>
  transport as unknown as TransportInternals;
type Maker = { createDtlsTransport: (options?: object) => RTCDtlsTransport };

/**
 * Receives packets directly from the socket instead of werift's router and receivers. Those find a layer by its rid alone, so
 * that camera and screen of one person are mixed up; they do not route retransmissions of layers, and copy every packet twice.
 * Call it before the connection has transports.
 */
export function receivePackets(pc: RTCPeerConnection, handlers: Handlers): void {
  const maker = pc as unknown as Maker;
  const create = maker.createDtlsTransport.bind(pc);
  maker.createDtlsTransport = (options) => {
    const transport = create(options);
    const inside = internalsOf(transport);
    inside.startSrtp = () => {
      if (inside.srtpStarted) return;
      inside.srtpStarted = true;
      inside.updateSrtpSession();
      inside.iceTransport.connection.onData.subscribe((bytes) => dispatch(inside, bytes, handlers));
    };
    return transport;
  };
}

/** Sends one packet; does nothing while no path is selected. */
export function sendPacket(transport: RTCDtlsTransport, header: WireHeader, payload: Buffer): void {
  const inside = internalsOf(transport);
  const { connection } = inside.iceTransport;
  const { protocol, remoteAddr } = connection.nominated ?? {};
  const path = protocol?.transport;
  if (path?.type === 'udp' && remoteAddr && !path.closed) {
    if (!connection.canSendApplicationData()) return;
    path.socket.send(inside.srtp.encrypt(payload, header), remoteAddr[1], remoteAddr[0]);
  } else void inside.sendRtp(payload, header);
}

/** Packets that cannot be authenticated or parsed are dropped. */
function dispatch(inside: TransportInternals, bytes: Buffer, { onRtp, onRtcp }: Handlers): void {
  // DTLS packets arrive on the same socket.
  if (!isMedia(bytes)) return;
  if (isRtcp(bytes)) {
    for (const packet of readControl(inside, bytes)) onRtcp(packet);
    return;
  }
  const packet = decrypt(inside.srtp.remoteContext, bytes);
  if (packet) onRtp(packet);
}

function readControl({ srtcp }: TransportInternals, bytes: Buffer): RtcpPacket[] {
  try {
    return RtcpPacketConverter.deSerialize(srtcp.decrypt(bytes));
  } catch {
    return [];
  }
}

function decrypt(context: Context, bytes: Buffer): RtpPacket | undefined {
  const header = readHeader(bytes, bytes.length - context.rtpAuthTagLength);
  if (!header) return undefined;
  const { ssrc, sequenceNumber, payloadOffset } = header;
  const known = context.srtpSSRCStates[ssrc];
  // The counter is only advanced by authenticated packets.
  const state = known ? { ...known } : { ssrc, rolloverCounter: 0, lastSequenceNumber: 0 };
  context.updateRolloverCount(sequenceNumber, state);
  try {
    const [plain] = context.cipher.decryptRtp(bytes, state.rolloverCounter, header);
    context.srtpSSRCStates[ssrc] = state;
    return { header, payload: plain.subarray(payloadOffset, plain.length - header.paddingSize) };
  } catch {
    return undefined;
  }
}
