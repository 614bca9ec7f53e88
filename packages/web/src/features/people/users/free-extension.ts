const NUMBER = /^\d{2,15}$/;
const FIRST = 2001;

/** Returns the next free extension after those of the existing phones. Pure. */
export function freeExtension(taken: readonly string[]): string {
  const used = new Set(taken);
  const numbers = taken.filter((one) => NUMBER.test(one)).map(Number);
  let next = numbers.length === 0 ? FIRST : Math.min(...numbers) + 1;
  while (used.has(String(next))) next += 1;
  return String(next);
}
