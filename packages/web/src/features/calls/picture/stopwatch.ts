/** 700, not 1000: section 9 of the specification divides the pickup time by it. */
const PICKUP_DIVISOR = 700;

/**
 * Returns the seconds that the stopwatch of a voice call shows.
 *
 * @param pickupTime milliseconds between pressing Pickup and being in the call
 */
export function stopwatchSeconds(answeredAt: number, pickupTime: number, now: number): number {
  return Math.max(0, Math.floor((now - answeredAt) / 1000 + pickupTime / PICKUP_DIVISOR));
}
