/**
 * What touches the inside of werift stands here, and in `wire.ts` what it does for every packet: the mends that docs/decisions/0007 lists, each with a test,
 * and the few private members that they need. The library is pinned to one exact version for that reason.
 */
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
  /** Whether clients whose network lets no UDP through may come by TCP. */
  useTcp: boolean;
};

export type Role = 'publisher' | 'subscriber';

const VIDEO_FEEDBACK = [
  { type: 'nack' },
  { type: 'nack', parameter: 'pli' },
  { type: 'ccm', parameter: 'fir' },
  { type: 'goog-remb' },
  { type: 'transport-cc' },
];

/** A werift connection with our codecs: VP8 with retransmission, Opus with forward error correction. */
export function createPeerConnection(role: Role, network: NetworkOptions): RTCPeerConnection {
  // One object for voice and picture each: werift numbers objects, and everything that shares a transport has to call an
  // extension by the same number. With two numbers browsers know the last only, and send no feedback on the rest.
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

/** The payload type that retransmissions of a track go out with; `undefined` where the other side wants none. */
export function retransmissionTypeOf(sender: RTCRtpSender): number | undefined {
  return (sender as unknown as { rtxPayloadType: number | undefined }).rtxPayloadType;
}

type RequestEvent = { execute: (message: unknown, from: unknown, bytes: Buffer) => void };
type Ice = {
  localPassword: string;
  userHistory: Record<string, string>;
  ensureProtocol: (protocol: { onRequestReceived: RequestEvent }) => void;
};

const prepared = new WeakSet<object>();

/**
 * Makes a connection's ICE fit for a server in the open. Call it when a description has been set or made and before
 * candidates are gathered; calling it again does nothing.
 */
export function prepareIce(pc: RTCPeerConnection): void {
  for (const { connection } of pc.iceTransports) {
    if (prepared.has(connection)) continue;
    prepared.add(connection);
    refuseStrangers(connection as unknown as Ice);
    askNobody(connection);
  }
}

/**
 * Lets no connectivity check through that was not signed with the password of this connection. werift answers
 * strangers, learns a candidate from each and lets them switch its role, so that anybody could fill its memory.
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
 * Without a STUN server of ours werift asks Google's for every connection, and joining waits up to five seconds for an
 * answer that a closed network never lets through. A server knows its own address: MEDIA_PUBLIC_ADDRESS.
 */
function askNobody(connection: object): void {
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

/** The one DTLS transport of a bundled connection, once there is one. */
export function transportOf(pc: RTCPeerConnection): RTCDtlsTransport | undefined {
  return pc.dtlsTransports[0];
}
