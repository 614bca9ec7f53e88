/** A token bucket: so many at once, so many a second on average. Gives whether this one is still within it. */
export function createAllowance(perSecond: number, burst: number): () => boolean {
  let left = burst;
  let at = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - at) / 1000) * perSecond) - 1;
    at = now;
    if (left >= 0) return true;
    left = Math.max(left, -1);
    return false;
  };
}
