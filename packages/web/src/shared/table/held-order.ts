import type { Ticket } from '@trunkline/contract';

/** The order on the screen while it must not move: which tickets, and how fresh each was when the hold began. */
export type HeldOrder = ReadonlyMap<number, string>;

export function holdOrder(rows: readonly Ticket[]): HeldOrder {
  return new Map(rows.map((row) => [row.id, row.last_message_at]));
}

export type Arrangement = {
  rows: Ticket[];
  /** Rows that wait to be taken in: new to the list, or waiting to move up with a new message. */
  waiting: number;
};

/**
 * Rows in the order that is held, with their newest content, so that nothing moves under the pointer. A row that left
 * the list disappears at once, because acting on it would be wrong; what is new waits, except at the end of the list.
 */
export function arrange(live: readonly Ticket[], held: HeldOrder | null): Arrangement {
  if (!held) return { rows: [...live], waiting: 0 };
  const byId = new Map(live.map((row) => [row.id, row]));
  const rows = [...held.keys()].flatMap((id) => byId.get(id) ?? []);
  const lastKnown = live.findLastIndex((row) => held.has(row.id));
  const appended = lastKnown < 0 ? [] : live.slice(lastKnown + 1);
  const isWaiting = (row: Ticket, index: number) => {
    const heldAt = held.get(row.id);
    return heldAt === undefined
      ? index < lastKnown || lastKnown < 0
      : row.last_message_at > heldAt && moved(rows, row, index);
  };
  return { rows: [...rows, ...appended], waiting: live.filter(isWaiting).length };
}

function moved(rows: readonly Ticket[], row: Ticket, liveIndex: number): boolean {
  return rows[liveIndex]?.id !== row.id;
}
