import { describe, expect, test } from 'vitest';
import { encodingsFor } from '../send-settings/encodings.ts';
import { cpuLoadOf } from './cpu-load.ts';
import { rateConnection } from './quality.ts';
import { figuresBetween, sampleOf } from './stats.ts';

const report = (...stats: object[]) =>
  new Map(stats.map((stat, index) => [String(index), stat])) as RTCStatsReport;

const inbound = (kind: string, bytesReceived: number, packetsReceived: number, packetsLost: number) => ({
  type: 'inbound-rtp',
  kind,
  bytesReceived,
  packetsReceived,
  packetsLost,
  jitter: 0.01,
  framesDecoded: packetsReceived,
  totalDecodeTime: packetsReceived / 1000,
});
const pair = { type: 'candidate-pair', nominated: true, state: 'succeeded', currentRoundTripTime: 0.08 };

describe('what is measured', () => {
  test('is the difference between two moments', () => {
    const before = sampleOf([undefined, report(inbound('video', 1000, 90, 10), pair)], 1000);
    const now = sampleOf([undefined, report(inbound('video', 126_000, 180, 20), pair)], 3000);
    expect(figuresBetween(before, now)).toMatchObject({
      videoRecvBitsPerSecond: 500_000,
      recvBitsPerSecond: 500_000,
      videoRecvPacketLoss: 0.1,
      totalRecvPacketLoss: 0.1,
      audioRecvPacketLoss: null,
      networkRoundTripTime: 0.08,
    });
  });

  test('a new connection counts from zero, never backwards', () => {
    const before = sampleOf([undefined, report(inbound('audio', 9000, 900, 9))], 1000);
    const now = sampleOf([undefined, report(inbound('audio', 100, 10, 0))], 3000);
    expect(figuresBetween(before, now)).toMatchObject({
      audioRecvBitsPerSecond: 0,
      audioRecvPacketLoss: null,
    });
  });

  test('decoding that takes longer than there is time for is a high load', () => {
    const slow = { ...inbound('video', 0, 60, 0), framesDecoded: 60, totalDecodeTime: 2 };
    const empty = sampleOf([], 0);
    expect(cpuLoadOf(empty, sampleOf([report(slow)], 2000))).toMatchObject({
      cpuLoadState: 'high',
      cpuLoadStateReason: 'decode',
    });
    expect(cpuLoadOf(empty, sampleOf([report(inbound('video', 0, 60, 0))], 2000))).toMatchObject({
      cpuLoadState: 'low',
      cpuLoadStateReason: 'none',
    });
  });
});

describe('how good a line is', () => {
  test.each([
    [{}, 'unknown', 'good', []],
    [{ totalRecvPacketLoss: 0.05 }, 'good', 'warning', ['recvPacketLoss']],
    [
      { totalSendPacketLoss: 0.2, networkRoundTripTime: 0.4 },
      'good',
      'bad',
      ['sendPacketLoss', 'roundTripTime'],
    ],
    [{ availableOutgoingBitrate: 100_000 }, 'good', 'warning', ['availableOutgoingBitrate']],
    [{ totalRecvPacketLoss: null }, 'bad', 'bad', []],
  ] as const)('%o, and the server says %s: %s', (figures, server, state, reasons) => {
    expect(rateConnection({ timestamp: 0, ...figures }, server)).toMatchObject({ state, reasons });
  });
});

describe('how video is sent', () => {
  test.each([
    ['default-video', 3],
    ['adaptive-2-layers', 2],
    [{ maxQuality: 'low' }, 1],
    [{ encodings: { low: { maxBitrate: 1 }, medium: { maxBitrate: 2 } } }, 2],
    [{ maxQuality: 'low', encodings: { low: { maxBitrate: 1 }, medium: { maxBitrate: 2 } } }, 1],
    [undefined, undefined],
  ])('%o is %s layers', (setting, layers) => {
    expect(encodingsFor('video', setting)?.length).toBe(layers);
  });
});
