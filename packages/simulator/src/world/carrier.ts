import type { DeliveryStrategy } from '../delivery-strategy.ts';
import type { WorldClock } from './clock.ts';
import type { SeededRandom, NumberRange } from '../customers/seeded-random.ts';

/** Pauses between attempts, in seconds. Real providers retry for days, for which nobody waits here. */
const PAUSES = [1, 2, 5, 10, 20, 30, 60, 60, 120, 300];
const LATE: NumberRange = { from: 1000, to: 6000 };
const AGAIN: NumberRange = { from: 500, to: 20_000 };

type CarrierDeps = { dice: SeededRandom; clock: WorldClock; network: { repeated: number; late: number } };

/** A network that delays some deliveries, repeats some, and retries each until it is accepted. */
export function createCarrier({ dice, clock, network }: CarrierDeps): DeliveryStrategy {
  const pause = (ms: number) => new Promise<void>((over) => void clock.later(ms, over));

  return async (attempt) => {
    if (dice.chance(network.late)) await pause(dice.between(LATE));
    const again = dice.chance(network.repeated) ? dice.between(AGAIN) : undefined;
    const status = await deliverUntilAccepted(attempt, pause);
    if (again !== undefined) clock.later(again, () => void attempt());
    return status;
  };
}

async function deliverUntilAccepted(
  attempt: () => Promise<number>,
  pause: (ms: number) => Promise<void>,
): Promise<number> {
  for (const seconds of [...PAUSES, undefined]) {
    const status = await attempt();
    if (status === 200) return status;
    if (seconds === undefined) throw new Error(`It was not taken: the last answer was ${status || 'none'}`);
    await pause(seconds * 1000);
  }
  throw new Error('never comes here');
}
