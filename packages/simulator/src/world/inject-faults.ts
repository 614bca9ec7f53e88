import type { ProviderFault } from '../faults.ts';
import type { WorldClock } from './clock.ts';
import type { SeededRandom } from '../customers/seeded-random.ts';

type Provider = { faults: { plan: (path: RegExp, fault: ProviderFault, times?: number) => void } };

/** Answers of a failing provider to requests that send a message. */
const FAULTS: { fault: ProviderFault; times: number }[] = [
  { fault: { status: 500, body: { error: { code: 1, message: 'An unknown error occurred' } } }, times: 2 },
  { fault: { status: 429, headers: { 'retry-after': '2' } }, times: 3 },
  { fault: { status: 503 }, times: 1 },
  // The request was carried out, so a repetition would send the message twice.
  { fault: { status: 502, isDone: true }, times: 1 },
];

/** Makes providers fail now and then. */
export function injectFaults(
  providers: readonly Provider[],
  { dice, clock, aMinute }: { dice: SeededRandom; clock: WorldClock; aMinute: number },
): void {
  if (aMinute === 0) return;
  const next = () =>
    clock.later(dice.gapMs(aMinute), () => {
      const { fault, times } = dice.pick(FAULTS);
      dice.pick(providers).faults.plan(/\/messages(\.json)?$/i, fault, times);
      next();
    });
  next();
}
