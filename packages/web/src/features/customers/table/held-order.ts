/** The rows in the order of `ids`. Rows that came in between wait; rows behind the last known one follow it. */
export function heldOrder<T extends { id: number }>(rows: readonly T[], ids: readonly number[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = ids.flatMap((id) => byId.get(id) ?? []);
  const isKnown = new Set(ids);
  const lastKnown = rows.findLastIndex((row) => isKnown.has(row.id));
  // Loaded by scrolling on: nothing moves when they are shown.
  return [...known, ...rows.slice(lastKnown + 1)];
}
