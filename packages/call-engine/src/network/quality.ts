import type { LineQuality } from '../transport/transport.ts';
import type { LatestFigures } from './stats.ts';

export type Reason = 'sendPacketLoss' | 'recvPacketLoss' | 'roundTripTime' | 'availableOutgoingBitrate';
export type QualityRating = {
  state: LineQuality;
  reasons: Reason[];
  threshold: 'good' | 'low' | 'very-low';
  quality: number;
};

type Limit = { of: Reason; figure: string; warning: number; bad: number; isLow?: boolean };

/** Limits at which a call suffers noticeably, and at which it is bad. */
const LIMITS: Limit[] = [
  { of: 'sendPacketLoss', figure: 'totalSendPacketLoss', warning: 0.03, bad: 0.1 },
  { of: 'recvPacketLoss', figure: 'totalRecvPacketLoss', warning: 0.03, bad: 0.1 },
  { of: 'roundTripTime', figure: 'networkRoundTripTime', warning: 0.3, bad: 0.6 },
  {
    of: 'availableOutgoingBitrate',
    figure: 'availableOutgoingBitrate',
    warning: 150_000,
    bad: 60_000,
    isLow: true,
  },
];
const THRESHOLDS = { good: 'good', warning: 'low', bad: 'very-low', unknown: 'good' } as const;
const SCORES = { good: 100, warning: 60, bad: 20, unknown: 100 } as const;
const ORDER: LineQuality[] = ['unknown', 'good', 'warning', 'bad'];

/** Returns the quality of the connection: the worse of what is measured here and what the server reports. */
export function rateConnection(latest: LatestFigures, seenByServer: LineQuality): QualityRating {
  const found = LIMITS.flatMap((limit): { reason: Reason; state: LineQuality }[] => {
    const value = latest[limit.figure];
    if (value === null || value === undefined) return [];
    if (isBeyond(limit, value, 'bad')) return [{ reason: limit.of, state: 'bad' }];
    return isBeyond(limit, value, 'warning') ? [{ reason: limit.of, state: 'warning' }] : [];
  });
  const states: LineQuality[] = ['good', seenByServer, ...found.map(({ state }) => state)];
  const state = states.reduce((worst, each) => (ORDER.indexOf(each) > ORDER.indexOf(worst) ? each : worst));
  return {
    state,
    reasons: found.map(({ reason }) => reason),
    threshold: THRESHOLDS[state],
    quality: SCORES[state],
  };
}

function isBeyond(limit: Limit, value: number, level: 'warning' | 'bad'): boolean {
  return limit.isLow ? value < limit[level] : value > limit[level];
}
