export type Identified = { id: number };
/** What makes a row move to another place when it changes: the time of its last message, its version. */
export type FreshOf<Row> = (row: Row) => number | string;

/** The order on the screen while it must not move: which rows, and how fresh each was when the hold began. */
export type HeldOrder = ReadonlyMap<number, number | string>;

export function holdOrder<Row extends Identified>(rows: readonly Row[], freshOf: FreshOf<Row>): HeldOrder {
  return new Map(rows.map((row) => [row.id, freshOf(row)]));
}

export type Arrangement<Row> = {
  rows: readonly Row[];
  /** Rows that wait to be taken in: new to the list, or waiting to move to another place. */
  waiting: number;
};

/**
 * Rows in the order that is held, with their newest content, so that nothing moves under the pointer. A row that left
 * the list disappears at once, because acting on it would be wrong; what is new waits, except at the end of the list.
 */
export function arrange<Row extends Identified>(
  live: readonly Row[],
  held: HeldOrder | null,
  freshOf: FreshOf<Row>,
): Arrangement<Row> {
  const lastKnown = held ? live.findLastIndex((row) => held.has(row.id)) : -1;
  // Of what was held nothing is left: there is no place to keep.
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
