/** Returns the index `by` steps from this one, within the rows; the first if there is no current one. */
export function stepFrom(index: number, by: number, count: number): number {
  return index < 0 ? 0 : Math.min(Math.max(index + by, 0), count - 1);
}
