export type Identified = { id: number };
/** Returns the value by whose change a row may move: the time of its last message, its version. */
export type FreshnessOf<Row> = (row: Row) => number | string;

/** The order on the screen while it must not change: the rows' ids, with the `FreshnessOf` value of each when that began. */
export type HeldOrder = ReadonlyMap<number, number | string>;

export function holdOrder<Row extends Identified>(
  rows: readonly Row[],
  freshOf: FreshnessOf<Row>,
): HeldOrder {
  return new Map(rows.map((row) => [row.id, freshOf(row)]));
}

export type Arrangement<Row> = {
  rows: readonly Row[];
  /** Number of rows that are new, or would move to another position once released. */
  waiting: number;
};

/**
 * Returns the rows in the held order with their newest content, so that nothing moves under the pointer. Rows that left
 * the list disappear at once, because acting on them would be wrong; new rows wait, except at the end.
 */
export function arrangeHeldRows<Row extends Identified>(
  live: readonly Row[],
  held: HeldOrder | null,
  freshOf: FreshnessOf<Row>,
): Arrangement<Row> {
  const lastKnown = held ? live.findLastIndex((row) => held.has(row.id)) : -1;
  // None of the held rows is left, so there is no order to keep.
  if (!held || lastKnown < 0) return { rows: live, waiting: 0 };
  const byId = new Map(live.map((row) => [row.id, row]));
  const known = [...held.keys()].flatMap((id) => byId.get(id) ?? []);
  const isWaiting = (row: Row, index: number) => {
    const heldAt = held.get(row.id);
    if (heldAt === undefined) return index < lastKnown;
    return freshOf(row) !== heldAt && known[index]?.id !== row.id;
  };
  return { rows: [...known, ...live.slice(lastKnown + 1)], waiting: live.filter(isWaiting).length };
}
