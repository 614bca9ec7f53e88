import type { ServiceLevel } from '@trunkline/contract';

/** Of all of these together, in whole percent; null where nothing was offered: nothing is not 0 %, nor 100 %. Pure. */
export function percentOf(levels: readonly ServiceLevel[]): number | null {
  const offered = levels.reduce((sum, one) => sum + one.offered, 0);
  const within = levels.reduce((sum, one) => sum + one.within_target, 0);
  return offered === 0 ? null : Math.floor((within / offered) * 100);
}
