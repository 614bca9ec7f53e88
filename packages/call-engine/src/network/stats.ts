type Kind = 'audio' | 'video';
type Direction = 'Recv' | 'Send';
type Stat = Record<string, unknown> & { type: string; kind?: Kind };

/** Counters at one moment; two samples give the figures between them. */
export type Sample = {
  at: number;
  bytes: Record<`${Kind}${Direction}`, number>;
  packets: Record<`${Kind}${Direction}`, number>;
  lost: Record<`${Kind}${Direction}`, number>;
  jitter: Record<`${Kind}${Direction}`, number | null>;
  roundTripS: number | null;
  availableBits: number | null;
  encode: { frames: number; seconds: number; isLimitedByCpu: boolean; framesPerSecond: number };
  decode: { frames: number; seconds: number; tracks: number };
};

/** The latest figures, under the library's names. */
export type LatestFigures = { timestamp: number } & Record<string, number | null>;

const KEYS = ['audioRecv', 'videoRecv', 'audioSend', 'videoSend'] as const;
const counter = () => ({ audioRecv: 0, videoRecv: 0, audioSend: 0, videoSend: 0 });

export function sampleOf(reports: (RTCStatsReport | undefined)[], at: number): Sample {
  const sample: Sample = {
    at,
    bytes: counter(),
    packets: counter(),
    lost: counter(),
    jitter: { audioRecv: null, videoRecv: null, audioSend: null, videoSend: null },
    roundTripS: null,
    availableBits: null,
    encode: { frames: 0, seconds: 0, isLimitedByCpu: false, framesPerSecond: 0 },
    decode: { frames: 0, seconds: 0, tracks: 0 },
  };
  for (const report of reports) report?.forEach((stat: Stat) => READERS[stat.type]?.(sample, stat));
  return sample;
}

const READERS: Partial<Record<string, (sample: Sample, stat: Stat) => void>> = {
  'inbound-rtp': (sample, stat) => {
    const key = `${stat.kind ?? 'audio'}Recv` as const;
    sample.bytes[key] += number(stat['bytesReceived']);
    sample.packets[key] += number(stat['packetsReceived']);
    sample.lost[key] += number(stat['packetsLost']);
    sample.jitter[key] = Math.max(sample.jitter[key] ?? 0, number(stat['jitter']));
    if (stat.kind !== 'video') return;
    sample.decode.frames += number(stat['framesDecoded']);
    sample.decode.seconds += number(stat['totalDecodeTime']);
    sample.decode.tracks += 1;
  },
  'outbound-rtp': (sample, stat) => {
    const key = `${stat.kind ?? 'audio'}Send` as const;
    sample.bytes[key] += number(stat['bytesSent']);
    sample.packets[key] += number(stat['packetsSent']);
    if (stat.kind !== 'video') return;
    const { encode } = sample;
    encode.frames += number(stat['framesEncoded']);
    encode.seconds += number(stat['totalEncodeTime']);
    encode.isLimitedByCpu ||= stat['qualityLimitationReason'] === 'cpu';
    encode.framesPerSecond = Math.max(encode.framesPerSecond, number(stat['framesPerSecond']));
  },
  'remote-inbound-rtp': (sample, stat) => {
    const key = `${stat.kind ?? 'audio'}Send` as const;
    sample.lost[key] += number(stat['packetsLost']);
    sample.jitter[key] = Math.max(sample.jitter[key] ?? 0, number(stat['jitter']));
  },
  'candidate-pair': (sample, stat) => {
    if (stat['nominated'] !== true || stat['state'] !== 'succeeded') return;
    sample.roundTripS = Math.max(sample.roundTripS ?? 0, number(stat['currentRoundTripTime']));
    const available = stat['availableOutgoingBitrate'];
    if (typeof available === 'number') sample.availableBits = Math.max(sample.availableBits ?? 0, available);
  },
};

export function figuresBetween(before: Sample, now: Sample): LatestFigures {
  const seconds = Math.max(0.001, (now.at - before.at) / 1000);
  const latest: LatestFigures = {
    timestamp: now.at,
    availableOutgoingBitrate: now.availableBits,
    networkRoundTripTime: now.roundTripS,
  };
  for (const key of KEYS) {
    latest[`${key}BitsPerSecond`] = perSecond(now.bytes[key] - before.bytes[key], seconds);
    latest[`${key}PacketLoss`] = share(
      now.lost[key] - before.lost[key],
      now.packets[key] - before.packets[key],
    );
    latest[`${key}Jitter`] = now.jitter[key];
  }
  for (const [way, total] of [
    ['Recv', 'recvBitsPerSecond'],
    ['Send', 'sendBitsPerSecond'],
  ] as const) {
    latest[total] = (latest[`audio${way}BitsPerSecond`] ?? 0) + (latest[`video${way}BitsPerSecond`] ?? 0);
    const lost = sum(now.lost, way) - sum(before.lost, way);
    latest[`total${way}PacketLoss`] = share(lost, sum(now.packets, way) - sum(before.packets, way));
  }
  return latest;
}

const perSecond = (bytes: number, seconds: number) => Math.max(0, Math.round((bytes * 8) / seconds));
const sum = (counts: Sample['packets'], way: Direction) => counts[`audio${way}`] + counts[`video${way}`];
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
/** Returns the share of lost packets; null where nothing was sent. */
const share = (lost: number, received: number): number | null => {
  const all = Math.max(0, lost) + Math.max(0, received);
  return all === 0 ? null : Math.max(0, lost) / all;
};
