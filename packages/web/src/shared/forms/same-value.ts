/** Whether two plain values are equal, whatever the order of their keys. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [one, other] = [Object.entries(a), Object.entries(b)];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    one.length === other.length &&
    one.every(([key, value]) => sameValue(value, (b as Record<string, unknown>)[key]))
  );
}
