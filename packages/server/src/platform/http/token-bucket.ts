/**
 * A token bucket: `burst` at once, `perSecond` on average. The returned function takes one and tells whether it was within the
 * limit.
 */
export function createTokenBucket(perSecond: number, burst: number): () => boolean {
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
