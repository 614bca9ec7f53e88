import { beforeEach, describe, expect, test } from 'vitest';
import { Downlink } from './downlink.ts';
import type { Layer } from './published-track.ts';
import type { BandwidthEstimate } from '../rtp/bandwidth.ts';
import type { Subscription } from './subscription.ts';

/** A video subscription of the participant, with the layers that arrive. */
function picture(...layers: Layer[]) {
  const fake = {
    track: { kind: 'video' as const, rids: ['q', 'h', 'f'], layers: () => layers },
    target: undefined as string | undefined,
    current: undefined as string | undefined,
    isDisabled: false,
    isSettled: false,
    isPaused: false,
    usable: () => (fake.isDisabled ? [] : layers),
    choose(rid: string | undefined) {
      fake.target = rid;
      fake.current = rid;
    },
  };
  return fake;
}
type Picture = ReturnType<typeof picture>;

const Q = { rid: 'q', bitsPerSecond: 150_000 };
const H = { rid: 'h', bitsPerSecond: 500_000 };
const F = { rid: 'f', bitsPerSecond: 1_700_000 };

let line: { bitsPerSecond: number; isCalm: boolean };
let limits: number[];
let paused: boolean[];
let nowMs: number;

beforeEach(() => {
  line = { bitsPerSecond: 2_500_000, isCalm: true };
  limits = [];
  paused = [];
  nowMs = 10_000;
});

function downlink(...pictures: Picture[]) {
  const control = new Downlink(line as BandwidthEstimate, {
    subscriptions: () => pictures as unknown as Subscription[],
    onPaused: ({ isPaused }) => void paused.push(isPaused),
    limitSender: (_picture, bitsPerSecond) => void limits.push(bitsPerSecond),
  });
  return {
    /** Adjusts every half second, as the participant does. */
    run(forMs: number) {
      for (const until = nowMs + forMs; nowMs <= until; nowMs += 500) control.adjust(nowMs);
    },
    look: () => control.adjust(nowMs),
  };
}

describe('a video starts', () => {
  test('at the best layer that the bandwidth allows', () => {
    const shown = picture(Q, H, F);
    downlink(shown).look();
    expect(shown.target).toBe('f');
  });

  test('at a smaller layer with less bandwidth', () => {
    line.bitsPerSecond = 700_000;
    const shown = picture(Q, H, F);
    downlink(shown).look();
    expect(shown.target).toBe('h');
  });

  test('at the smallest layer before any feedback', () => {
    const shown = picture();
    downlink(shown).look();
    expect(shown.target).toBe('q');
  });

  test('not at all while the participant has disabled it', () => {
    const shown = picture(Q, H);
    shown.isDisabled = true;
    downlink(shown).look();
    expect(shown.target).toBeUndefined();
  });
});

test('it follows when its layer ends', () => {
  const layers = [Q, H, F];
  const shown = picture(...layers);
  const control = downlink(shown);
  control.look();
  layers.pop();
  shown.usable = () => layers;
  control.look();
  expect(shown.target).toBe('h');
});

describe('when the bandwidth drops', () => {
  test('a video switches to a layer that fits, at once', () => {
    const shown = picture(Q, H, F);
    const control = downlink(shown);
    control.look();
    Object.assign(line, { bitsPerSecond: 600_000, isCalm: false });
    control.look();
    expect(shown.target).toBe('h');
    expect(limits).toEqual([]);
  });

  test('nothing changes while the load fits: the delay has other causes', () => {
    const shown = picture(Q, H, F);
    const control = downlink(shown);
    control.look();
    Object.assign(line, { bitsPerSecond: 2_200_000, isCalm: false });
    control.look();
    expect(shown.target).toBe('f');
  });

  test('a sender of a single quality is asked to send less', () => {
    const shown = picture({ rid: '', bitsPerSecond: 1_000_000 });
    const control = downlink(shown);
    control.look();
    Object.assign(line, { bitsPerSecond: 400_000, isCalm: false });
    control.look();
    expect(shown.target).toBe('');
    expect(limits).toEqual([360_000]);
  });

  test('some of several videos are paused, and the participant is told', () => {
    const pictures = [picture(Q), picture(Q), picture(Q)];
    const control = downlink(...pictures);
    control.look();
    Object.assign(line, { bitsPerSecond: 200_000, isCalm: false });
    control.look();
    expect(pictures.map(({ target }) => target)).toContain('q');
    expect(pictures.map(({ target }) => target)).toContain(undefined);
    expect(paused.every(Boolean)).toBe(true);
  });
});

describe('when the bandwidth has recovered', () => {
  function thin() {
    const shown = picture(Q, H, F);
    const control = downlink(shown);
    control.look();
    Object.assign(line, { bitsPerSecond: 180_000, isCalm: false });
    control.look();
    expect(shown.target).toBe('q');
    line.isCalm = true;
    return { shown, control };
  }

  test('a video goes up one layer at a time', () => {
    const { shown, control } = thin();
    control.run(2500);
    expect(shown.target).toBe('h');
    control.run(2500);
    expect(shown.target).toBe('f');
  });

  test('a step that failed is tried again later, and later still', () => {
    const { shown, control } = thin();
    const tries: number[] = [];
    for (let round = 0; round < 4; round++) {
      while (shown.target === 'q') control.run(0);
      tries.push(nowMs);
      nowMs += 1000;
      line.isCalm = false;
      control.look();
      expect(shown.target).toBe('q');
      line.isCalm = true;
    }
    const waits = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
    expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
    expect(waits[2]).toBeGreaterThan(waits[1] ?? 0);
  });

  test('a sender that was limited may send more, and at last as much as it likes', () => {
    const shown = picture({ rid: '', bitsPerSecond: 1_000_000 });
    const control = downlink(shown);
    control.look();
    Object.assign(line, { bitsPerSecond: 400_000, isCalm: false });
    control.look();
    Object.assign(line, { bitsPerSecond: 2_000_000, isCalm: true });
    control.run(60_000);
    expect(limits.length).toBeGreaterThan(2);
    expect(limits.at(-1)).toBe(10_000_000);
    expect(limits).toEqual(limits.toSorted((a, b) => a - b));
  });

  test('a paused video is resumed', () => {
    const pictures = [picture(Q), picture(Q)];
    const control = downlink(...pictures);
    control.look();
    Object.assign(line, { bitsPerSecond: 200_000, isCalm: false });
    control.look();
    Object.assign(line, { bitsPerSecond: 2_000_000, isCalm: true });
    control.run(10_000);
    expect(pictures.map(({ target }) => target)).toEqual(['q', 'q']);
    expect(paused.at(-1)).toBe(false);
  });
});

test('paused videos are resumed before any other gets a better layer', () => {
  const small = picture({ rid: 'q', bitsPerSecond: 80_000 }, { rid: 'h', bitsPerSecond: 300_000 });
  const large = picture(Q, H, F);
  const control = downlink(small, large);
  control.look();
  Object.assign(line, { bitsPerSecond: 200_000, isCalm: false });
  control.look();
  expect([small.target, large.target]).toEqual(['q', undefined]);
  Object.assign(line, { bitsPerSecond: 2_000_000, isCalm: true });
  control.run(2500);
  expect([small.target, large.target]).toEqual(['q', 'q']);
});

test('audio is never limited', () => {
  const voice = { ...picture(Q), track: { kind: 'audio' as const, rids: [''], layers: () => [] } };
  line.isCalm = false;
  downlink(voice as unknown as Picture).look();
  expect(voice.target).toBeUndefined();
  expect(limits).toEqual([]);
});
