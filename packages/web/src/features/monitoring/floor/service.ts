import type { ServiceLevel } from '@trunkline/contract';

/** Returns the share of all these together in whole percent; null where there were no calls, because that is neither 0% nor 100%. Pure. */
export function percentOf(levels: readonly ServiceLevel[]): number | null {
  const offered = levels.reduce((sum, one) => sum + one.offered, 0);
  const within = levels.reduce((sum, one) => sum + one.within_target, 0);
  return offered === 0 ? null : Math.floor((within / offered) * 100);
}
