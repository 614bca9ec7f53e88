import { expect, it } from 'vitest';
import { perSecond, createPace } from './pace.ts';

function paceAt() {
  const time = { now: 1_700_000_000_000 };
  return { time, pace: createPace(() => time.now) };
}

it('lets so many through at once, and one more after each while, for each by themselves', () => {
  const { time, pace } = paceAt();
  const pair = { burst: 3, everyMs: 6000 };
  const several = (who: string, count: number) => Array.from({ length: count }, () => pace.takes(who, pair));
  expect(several('rina', 5)).toEqual([true, true, true, false, false]);
  expect(several('budi', 1)).toEqual([true]);
  time.now += 5999;
  expect(several('rina', 1)).toEqual([false]);
  time.now += 1;
  expect(several('rina', 2)).toEqual([true, false]);
  time.now += 60_000;
  expect(several('rina', 4)).toEqual([true, true, true, false]);
});

it('of a number a second lets that many through in a second once the first are over', () => {
  const { time, pace } = paceAt();
  const count = () =>
    Array.from({ length: 200 }, () => pace.takes('all', perSecond(80))).filter(Boolean).length;
  expect(count()).toBe(80);
  time.now += 1000;
  expect(count()).toBe(80);
  time.now += 500;
  expect(count()).toBe(40);
});

it('says how long somebody waits in a queue', () => {
  const { time, pace } = paceAt();
  expect(pace.waitMs('number', 2, 1000)).toBe(0);
  expect(pace.waitMs('number', 1, 1000)).toBe(2000);
  time.now += 2500;
  expect(pace.waitMs('number', 1, 1000)).toBe(500);
});
