import { describe, expect, it } from 'vitest';
import { createCarrier } from './carrier.ts';
import type { WorldClock } from './clock.ts';
import { createSeededRandom } from '../customers/seeded-random.ts';

/** A clock without waiting: delayed work runs at once, and its delay is recorded. */
function soon() {
  const waited: number[] = [];
  const clock: WorldClock = {
    now: () => 0,
    later(ms, work) {
      waited.push(ms);
      setImmediate(work);
      return () => {};
    },
  };
  return { waited, clock };
}

const settled = () => new Promise((done) => setTimeout(done, 20));

describe('the line between a provider and the desk', () => {
  it('tries again until a delivery is taken', async () => {
    const { waited, clock } = soon();
    const carry = createCarrier({ dice: createSeededRandom('1'), clock, network: { repeated: 0, late: 0 } });
    const answers = [0, 500, 200];
    expect(await carry(() => Promise.resolve(answers.shift() ?? 0))).toBe(200);
    expect(waited).toEqual([1000, 2000]);
  });

  it('says so when nobody takes it', async () => {
    const { clock } = soon();
    const carry = createCarrier({ dice: createSeededRandom('1'), clock, network: { repeated: 0, late: 0 } });
    await expect(carry(() => Promise.resolve(404))).rejects.toThrow('the last answer was 404');
  });

  it('brings some twice, and some later than what was sent after them', async () => {
    const { clock } = soon();
    const carry = createCarrier({ dice: createSeededRandom('1'), clock, network: { repeated: 1, late: 0 } });
    const came: string[] = [];
    const bring = (what: string) => () => Promise.resolve(came.push(what) && 200);
    await carry(bring('a'));
    await settled();
    expect(came).toEqual(['a', 'a']);

    const late = createCarrier({ dice: createSeededRandom('2'), clock, network: { repeated: 0, late: 0.5 } });
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_each, at) => late(() => Promise.resolve(order.push(at) && 200))),
    );
    expect(order.toSorted((a, b) => a - b)).toEqual(Array.from(order.keys()));
    expect(order).not.toEqual(Array.from(order.keys()));
  });
});
