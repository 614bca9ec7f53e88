/**
 * Everything that depends on the internals of werift is here, and in `wire.ts` what runs for every packet: the fixes listed in
 * docs/decisions/0007, each with a test, and the private members that they need. For that reason the library is pinned to an
 * exact version.
 */
import { isIP } from 'node:net';
import {
  RTCPeerConnection,
  RTCRtpCodecParameters,
  parseMessage,
  useAudioLevelIndication as audioLevel,
  useOPUS as opus,
  useRepairedRtpStreamId as repairedRid,
  useSdesMid as mid,
  useSdesRTPStreamId as rid,
  useTransportWideCC as transportSequence,
  type RTCDtlsTransport,
  type RTCRtpSender,
} from 'werift';

export type NetworkOptions = {
  /** Addresses bound beside those of the interfaces, for example the loopback address. */
  hostAddresses: string[];
  udpPorts: [number, number] | undefined;
  /** Whether clients whose network blocks UDP may connect by TCP. */
  useTcp: boolean;
};

export type ConnectionRole = 'publisher' | 'subscriber';

const VIDEO_FEEDBACK = [
  { type: 'nack' },
  { type: 'nack', parameter: 'pli' },
  { type: 'ccm', parameter: 'fir' },
  { type: 'goog-remb' },
  { type: 'transport-cc' },
];

/**
 * A werift connection with our codecs (VP8 with retransmission, Opus with forward error correction), and with ICE hardened for
 * a server on the internet.
 */
export function createPeerConnection(role: ConnectionRole, network: NetworkOptions): RTCPeerConnection {
  const pc = createPlainConnection(role, network);
  guardIce(pc);
  return pc;
}

function createPlainConnection(role: ConnectionRole, network: NetworkOptions): RTCPeerConnection {
  // The same extension objects for audio and video: werift numbers objects, and all sections of a transport have to use the
  // same number for an extension. With two numbers browsers only know the last one, and send no feedback for the rest.
  const [name, arrival] = [mid(), transportSequence()];
  return new RTCPeerConnection({
    codecs: {
      audio: [
        opus({
          parameters: 'minptime=10;useinbandfec=1',
          rtcpFeedback: [{ type: 'nack' }, { type: 'transport-cc' }],
        }),
      ],
      video: [
        new RTCRtpCodecParameters({ mimeType: 'video/VP8', clockRate: 90_000, rtcpFeedback: VIDEO_FEEDBACK }),
        new RTCRtpCodecParameters({ mimeType: 'video/rtx', clockRate: 90_000 }),
      ],
    },
    headerExtensions: {
      video: [name, ...(role === 'publisher' ? [rid(), repairedRid()] : []), arrival],
      audio: [name, audioLevel(), arrival],
    },
    iceServers: [],
    iceUseIpv6: false,
    iceAdditionalHostAddresses: network.hostAddresses,
    iceUseTcp: network.useTcp,
    iceTcpPassive: network.useTcp,
    ...(network.udpPorts && { icePortRange: network.udpPorts }),
    bundlePolicy: 'max-bundle',
  });
}

/** The payload type for retransmissions of a track; undefined where the receiver does not support them. */
export function retransmissionTypeOf(sender: RTCRtpSender): number | undefined {
  return (sender as unknown as { rtxPayloadType: number | undefined }).rtxPayloadType;
}

type RequestEvent = { execute: (message: unknown, from: unknown, bytes: Buffer) => void };
type RemoteCandidate = { host: string };
type Ice = {
  localPassword: string;
  userHistory: Record<string, string>;
  ensureProtocol: (protocol: { onRequestReceived: RequestEvent }) => void;
  remoteCandidates: readonly unknown[];
  addRemoteCandidate: (candidate: RemoteCandidate | undefined) => Promise<void>;
};
type Maker = { createDtlsTransport: (options?: object) => RTCDtlsTransport };

/** Prepares each transport when it is created, before any packet can reach it. */
function guardIce(pc: RTCPeerConnection): void {
  const maker = pc as unknown as Maker;
  const create = maker.createDtlsTransport.bind(pc);
  maker.createDtlsTransport = (options) => {
    const transport = create(options);
    const { connection } = transport.iceTransport;
    refuseStrangers(connection as unknown as Ice);
    disableHostLookups(connection as unknown as Ice);
    disableStunQueries(connection);
    return transport;
  };
}

/**
 * Ignores candidates that have a host name instead of an address. Browsers send such mDNS names until the microphone is
 * allowed, and werift waits ten seconds to resolve each. Clients with no other candidates are found by the source address of
 * their checks, so the end of their candidates does not end the attempt.
 */
function disableHostLookups(ice: Ice): void {
  const add = ice.addRemoteCandidate.bind(ice);
  ice.addRemoteCandidate = async (candidate) => {
    const isUsable = candidate ? isIP(candidate.host) !== 0 : ice.remoteCandidates.length > 0;
    if (isUsable) await add(candidate);
  };
}

/**
 * Drops connectivity checks that are not signed with the password of this connection. werift answers strangers, adds a
 * candidate for each and lets them switch its role, so that anybody could fill its memory.
 */
function refuseStrangers(ice: Ice): void {
  const ensureProtocol = ice.ensureProtocol.bind(ice);
  ice.ensureProtocol = (protocol) => {
    const requests = protocol.onRequestReceived;
    const execute = requests.execute.bind(requests);
    requests.execute = (message, from, bytes) => {
      if (isSigned(bytes, ice)) execute(message, from, bytes);
    };
    ensureProtocol(protocol);
  };
}

/**
 * Without a configured STUN server werift asks Google's for every connection, and joining waits up to five seconds for an
 * answer that a closed network never lets through. A server's public address is set by MEDIA_PUBLIC_ADDRESS.
 */
function disableStunQueries(connection: object): void {
  const nobody = { get: () => undefined, set() {} };
  Object.defineProperty(connection, 'stunServer', nobody);
}

function isSigned(bytes: Buffer, ice: Ice): boolean {
  try {
    const claimed = parseMessage(bytes);
    const [name = ''] = String(claimed?.getAttributeValue('USERNAME') ?? '').split(':');
    const password = ice.userHistory[name];
    if (!password || !claimed?.attributesKeys.includes('MESSAGE-INTEGRITY')) return false;
    return parseMessage(bytes, Buffer.from(password, 'utf8')) !== undefined;
  } catch {
    return false;
  }
}

/** Offers of Firefox mark bundled sections with port 0, which werift takes for a refusal. */
export function openBundledSections(sdp: string): string {
  return sdp
    .split(/\r\n(?=m=)/)
    .map((section) =>
      section.includes('a=bundle-only')
        ? section.replace(/^(m=\w+) 0 /, '$1 9 ').replace('a=bundle-only\r\n', '')
        : section,
    )
    .join('\r\n');
}

/** The DTLS transport of a bundled connection; undefined before it exists. */
export function transportOf(pc: RTCPeerConnection): RTCDtlsTransport | undefined {
  return pc.dtlsTransports[0];
}
