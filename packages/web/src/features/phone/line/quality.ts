export type VoiceQuality = 'unknown' | 'good' | 'fair' | 'poor';
/** Counts since the beginning of the call, as browsers report them (webrtc-stats). `rtt` and `jitter` in seconds. */
export type VoiceCounts = { received: number; lost: number; jitter: number; rtt: number };

/** Limits at which people begin to notice, and at which they have to ask again (after ITU-T G.107). */
const FAIR = { loss: 0.02, jitter: 0.03, rtt: 0.3 };
const POOR = { loss: 0.08, jitter: 0.08, rtt: 0.6 };

/** Returns the quality since the last measurement; unknown where no packets came, as during a hold. Pure. */
export function qualityOf(before: VoiceCounts, now: VoiceCounts): VoiceQuality {
  const received = now.received - before.received;
  const lost = Math.max(0, now.lost - before.lost);
  if (received <= 0) return 'unknown';
  const loss = lost / (received + lost);
  const isBeyond = (limit: typeof FAIR) =>
    loss > limit.loss || now.jitter > limit.jitter || now.rtt > limit.rtt;
  if (isBeyond(POOR)) return 'poor';
  return isBeyond(FAIR) ? 'fair' : 'good';
}

/** Picks the inbound audio counts out of a browser's statistics. */
export function countsOf(report: Iterable<Record<string, unknown>>): VoiceCounts {
  const counts: VoiceCounts = { received: 0, lost: 0, jitter: 0, rtt: 0 };
  const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
  for (const entry of report) {
    if (entry['kind'] !== 'audio') continue;
    if (entry['type'] === 'inbound-rtp') {
      counts.received += number(entry['packetsReceived']);
      counts.lost += number(entry['packetsLost']);
      counts.jitter = Math.max(counts.jitter, number(entry['jitter']));
    }
    if (entry['type'] === 'remote-inbound-rtp')
      counts.rtt = Math.max(counts.rtt, number(entry['roundTripTime']));
  }
  return counts;
}
