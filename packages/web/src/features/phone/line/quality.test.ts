import { describe, expect, it } from 'vitest';
import { countsOf, qualityOf, type VoiceCounts } from './quality.ts';

const none: VoiceCounts = { received: 100, lost: 10, jitter: 0, rtt: 0 };
const next = (more: Partial<VoiceCounts>): VoiceCounts => ({
  received: 200,
  lost: 10,
  jitter: 0.005,
  rtt: 0.02,
  ...more,
});

describe('how a line is', () => {
  it.each([
    ['good where all comes', next({}), 'good'],
    ['not told by what was lost before', { ...none, received: 300 }, 'good'],
    ['fair with some lost', next({ lost: 15 }), 'fair'],
    ['poor with many lost', next({ lost: 40 }), 'poor'],
    ['fair where it stutters', next({ jitter: 0.05 }), 'fair'],
    ['poor where answers take long', next({ rtt: 0.7 }), 'poor'],
    ['unknown where nothing comes', none, 'unknown'],
    ['unknown where counting began anew', { ...none, received: 3 }, 'unknown'],
  ] as const)('is %s', (_, now, quality) => expect(qualityOf(none, now)).toBe(quality));

  it('is read out of all that a browser counts', () => {
    expect(
      countsOf([
        { type: 'inbound-rtp', kind: 'audio', packetsReceived: 50, packetsLost: 2, jitter: 0.01 },
        { type: 'remote-inbound-rtp', kind: 'audio', roundTripTime: 0.2 },
        { type: 'inbound-rtp', kind: 'video', packetsReceived: 999 },
        { type: 'transport' },
      ]),
    ).toEqual({ received: 50, lost: 2, jitter: 0.01, rtt: 0.2 });
  });
});
