import { describe, expect, test } from 'vitest';
import { BandwidthEstimate, type PacketResult } from './bandwidth.ts';

type Line = {
  bitsPerSecond: number;
  loss: number;
  delayMs: number;
  /** The longest time that a packet may wait in the queue; beyond that it is lost. */
  queueMs: number;
  /** When a busy receiver notes a packet: everything that arrives during a stall is noted at its end. */
  stalls: (atMs: number) => number;
};

const GOOD: Line = { bitsPerSecond: 10_000_000, loss: 0, delayMs: 30, queueMs: 500, stalls: (at) => at };
const START_MS = 1000;
const BYTES = 1200;
const FEEDBACK_MS = 50;

type Phase = { line: Partial<Line>; rate: number; forMs: number; obeys?: boolean };

/** A connection with a queue. Returns when a packet leaves it, or undefined when it is lost. */
function createLine() {
  let freeAt = 0;
  let chance = 1;
  const random = () => (chance = (chance * 16_807) % 2_147_483_647) / 2_147_483_647;
  return {
    carry(atMs: number, { queueMs, bitsPerSecond, loss }: Line): number | undefined {
      const start = Math.max(freeAt, atMs);
      if (start - atMs > queueMs) return undefined;
      freeAt = start + (BYTES * 8000) / bitsPerSecond;
      return random() < loss ? undefined : freeAt;
    },
    queueMs: (atMs: number) => Math.max(0, freeAt - atMs),
  };
}

/**
 * Simulates a sender, a connection and a receiver on a clock of their own. The sender follows the estimate, up to a rate of its
 * own.
 */
function simulate(parts: Phase[]) {
  const estimate = new BandwidthEstimate();
  const history: { atMs: number; estimate: number; calm: boolean; queueMs: number }[] = [];
  const wire = createLine();
  let waiting: { result: PacketResult; atMs: number }[] = [];
  let nowMs = START_MS;

  function send(atMs: number, line: Line): void {
    const sequenceNumber = estimate.next(BYTES, atMs);
    const out = wire.carry(atMs, line);
    const cameAt = line.stalls((out ?? atMs) + line.delayMs);
    // The receiver's clock is not synchronised with ours.
    const result = { sequenceNumber, received: out !== undefined, receivedAtMs: cameAt + 5_000_000 };
    waiting.push({ result, atMs: cameAt });
  }

  function report(): void {
    const due = waiting.filter(({ atMs }) => atMs <= nowMs).map(({ result }) => result);
    waiting = waiting.filter(({ atMs }) => atMs > nowMs);
    if (due.length > 0) estimate.feedback(due, nowMs);
    const { bitsPerSecond, isCalm } = estimate;
    history.push({ atMs: nowMs, estimate: bitsPerSecond, calm: isCalm, queueMs: wire.queueMs(nowMs) });
  }

  for (const { line, rate, forMs, obeys = true } of parts) {
    let sentAt = nowMs;
    for (const until = nowMs + forMs; nowMs < until; nowMs += 5) {
      const bits = Math.min(rate, obeys ? estimate.bitsPerSecond : rate);
      for (; sentAt <= nowMs; sentAt += (BYTES * 8000) / bits) send(sentAt, { ...GOOD, ...line });
      if (nowMs % FEEDBACK_MS === 0) report();
    }
  }
  return { estimate, history, after: (ms: number) => history.filter(({ atMs }) => atMs >= START_MS + ms) };
}

describe('a connection with enough bandwidth', () => {
  test('is never estimated as too narrow', () => {
    const { history } = simulate([{ line: {}, rate: 1_500_000, forMs: 20_000 }]);
    expect(Math.min(...history.map(({ estimate }) => estimate))).toBeGreaterThanOrEqual(2_500_000);
    expect(history.every(({ calm }) => calm)).toBe(true);
  });

  test('is not estimated far above what was ever sent', () => {
    const { estimate } = simulate([{ line: {}, rate: 1_500_000, forMs: 60_000 }]);
    expect(estimate.bitsPerSecond).toBeLessThan(3_000_000);
  });
});

describe('a connection with too little bandwidth', () => {
  const thin = { bitsPerSecond: 500_000 };

  test('is detected within a second and a half, and its queue gets short again', () => {
    const { after } = simulate([
      { line: {}, rate: 1_500_000, forMs: 5000 },
      { line: thin, rate: 1_500_000, forMs: 20_000 },
    ]);
    expect(after(6500)[0]?.estimate).toBeLessThan(900_000);
    const settled = after(10_000);
    const mean = settled.reduce((sum, { estimate }) => sum + estimate, 0) / settled.length;
    expect(mean).toBeGreaterThan(300_000);
    expect(mean).toBeLessThan(600_000);
    expect(settled.filter(({ queueMs }) => queueMs > 400).length / settled.length).toBeLessThan(0.05);
  });

  test('is not estimated ever lower when the sender cannot reduce its rate', () => {
    const { estimate } = simulate([
      { line: {}, rate: 1_500_000, forMs: 3000 },
      { line: thin, rate: 1_500_000, forMs: 5000, obeys: false },
    ]);
    expect(estimate.bitsPerSecond).toBeGreaterThan(200_000);
  });

  test('is used again once it has recovered', () => {
    const { after } = simulate([
      { line: thin, rate: 1_500_000, forMs: 10_000 },
      { line: {}, rate: 1_500_000, forMs: 20_000 },
    ]);
    expect(after(25_000)[0]?.estimate).toBeGreaterThan(1_200_000);
  });
});

describe('a connection that loses packets', () => {
  test('at random, a few, is not estimated as narrow', () => {
    const { after } = simulate([{ line: { loss: 0.03 }, rate: 1_000_000, forMs: 20_000 }]);
    expect(Math.min(...after(2000).map(({ estimate }) => estimate))).toBeGreaterThan(1_500_000);
  });

  test('a quarter of all, is sent less, but not nothing', () => {
    const { after } = simulate([{ line: { loss: 0.25 }, rate: 1_000_000, forMs: 20_000 }]);
    expect(after(15_000)[0]?.estimate).toBeLessThan(500_000);
    expect(after(15_000)[0]?.estimate).toBeGreaterThanOrEqual(80_000);
  });
});

describe('a busy machine', () => {
  test('that reads packets 100 ms late now and then is not estimated as narrow', () => {
    const stalls = (at: number) => (at % 2000 < 100 ? at - (at % 2000) + 100 : at);
    const { history } = simulate([{ line: { stalls }, rate: 1_500_000, forMs: 20_000 }]);
    expect(Math.min(...history.map(({ estimate }) => estimate))).toBeGreaterThanOrEqual(1_500_000);
  });

  test('whose clock drifts is not estimated as narrow either', () => {
    const stalls = (at: number) => at * 1.0002;
    const { history } = simulate([{ line: { stalls }, rate: 1_500_000, forMs: 120_000 }]);
    expect(Math.min(...history.map(({ estimate }) => estimate))).toBeGreaterThanOrEqual(2_000_000);
  });
});

test('feedback is understood again after a gap of a whole cycle of sequence numbers', () => {
  const estimate = new BandwidthEstimate();
  for (let index = 0; index < 70_000; index++) estimate.next(BYTES, index);
  const results = Array.from({ length: 40 }, (_, index) => ({
    sequenceNumber: (69_960 + index) & 0xffff,
    received: true,
    receivedAtMs: 70_000 + index,
  }));
  estimate.feedback(results, 70_050);
  expect(estimate.state.provenBitsPerSecond).toBeGreaterThan(0);
});

test('feedback on packets that were never sent changes nothing', () => {
  const estimate = new BandwidthEstimate();
  estimate.feedback([{ sequenceNumber: 400, received: true, receivedAtMs: 1 }], 1);
  expect(estimate.state).toEqual({ queueMs: 0, slope: 0, loss: 0, provenBitsPerSecond: 0 });
});
