import { describe, expect, test } from 'vitest';
import { TrackClock, type SenderClock } from './clock.ts';

/** 32.32 fixed point, as a sender report has it. */
const ntp = (ms: number) => (BigInt(Math.floor(ms / 1000)) << 32n) | (BigInt(ms % 1000) * 4_294_967n);

describe('a track alone', () => {
  test('starts when its first packet arrived, and continues by its own timestamps', () => {
    const clock = new TrackClock(90_000, {});
    expect(clock.at(1000, 50)).toBe(50);
    expect(clock.at(1000 + 3000, 999)).toBeCloseTo(50 + 33.33, 1);
    expect(clock.at(1000, 2000)).toBeCloseTo(50, 5);
  });

  test('goes on over the wrap of its time stamps', () => {
    const clock = new TrackClock(48_000, {});
    clock.at(0xffff_ff00, 100);
    expect(clock.at(0x0000_0200, 0)).toBeCloseTo(116, 1);
  });
});

describe('audio and video of one sender', () => {
  test('are synchronised by its sender reports, however late the video started', () => {
    const sender: SenderClock = {};
    const voice = new TrackClock(48_000, sender);
    const picture = new TrackClock(90_000, sender);
    voice.at(0, 1000);
    // Audio and video of the same moment, but the first video packets took 150 ms longer.
    picture.at(0, 1150);
    voice.align({ ntp: ntp(700_000), rtpTimestamp: 0 });
    picture.align({ ntp: ntp(700_000), rtpTimestamp: 0 });
    expect(voice.at(48_000, 0)).toBeCloseTo(2000, 0);
    expect(picture.at(90_000, 0)).toBeCloseTo(2000, 0);
  });

  test('are not moved by an implausible report', () => {
    const sender: SenderClock = {};
    const voice = new TrackClock(48_000, sender);
    const picture = new TrackClock(90_000, sender);
    voice.at(0, 1000);
    picture.at(0, 1000);
    voice.align({ ntp: ntp(700_000), rtpTimestamp: 0 });
    picture.align({ ntp: ntp(900_000), rtpTimestamp: 0 });
    expect(picture.at(90_000, 0)).toBeCloseTo(2000, 0);
  });
});
