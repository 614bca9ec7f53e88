/** 700, not 1000: the product's stopwatch has always counted the time it took to pick up so (section 9). */
const PICKUP_DIVISOR = 700;

/**
 * Seconds that the stopwatch of a voice call shows.
 *
 * @param pickupTime milliseconds between pressing Pickup and being in the call
 */
export function stopwatchSeconds(answeredAt: number, pickupTime: number, now: number): number {
  return Math.max(0, Math.floor((now - answeredAt) / 1000 + pickupTime / PICKUP_DIVISOR));
}
