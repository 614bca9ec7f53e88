/** The place of the row so many steps from this one; without one, the first. */
export function stepFrom(index: number, by: number, count: number): number {
  return index < 0 ? 0 : Math.min(Math.max(index + by, 0), count - 1);
}
