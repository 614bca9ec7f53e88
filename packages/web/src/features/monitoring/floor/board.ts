import type { FloorChanges, FloorState } from '@trunkline/contract';

/** The state of the monitoring board. Everything in this file is pure. */
export type Board = FloorState & {
  /** When the server last sent something, by this device's clock. */
  heardAt: number;
  /** By how much the server's clock is ahead of this device's. */
  offsetMs: number;
};

/** The server sends something more often than this, so an older board is out of date. */
export const OUTDATED_AFTER_MS = 10_000;

const clockOffset = (at: string, now: number) => ({ heardAt: now, offsetMs: Date.parse(at) - now });

export const boardOf = (state: FloorState, now: number): Board => ({
  ...state,
  ...clockOffset(state.at, now),
});

/** Whether the changes continue the known version; otherwise the whole board has to be fetched. */
export const continuesBoard = (board: Board, changes: FloorChanges): boolean =>
  changes.after === board.version;

export function withChanges(board: Board, told: FloorChanges, now: number): Board {
  const { after: _, agents, agents_gone: agentsGone, calls, calls_gone: callsGone, ...rest } = told;
  return {
    ...board,
    ...rest,
    ...clockOffset(told.at, now),
    agents: replaced(board.agents, { rows: agents, gone: agentsGone, idOf: ({ id }) => id }),
    calls: replaced(board.calls, { rows: calls, gone: callsGone, idOf: ({ call_id: id }) => id }),
  };
}

type Change<T> = { rows: readonly T[]; gone: readonly number[]; idOf: (row: T) => number };

function replaced<T>(known: T[], { rows, gone, idOf }: Change<T>): T[] {
  if (rows.length === 0 && gone.length === 0) return known;
  const fresh = new Map(rows.map((row) => [idOf(row), row]));
  const left = new Set(gone);
  const kept = known.flatMap((row) => {
    const id = idOf(row);
    const now = fresh.get(id) ?? row;
    fresh.delete(id);
    return left.has(id) ? [] : [now];
  });
  return [...kept, ...fresh.values()];
}

/** If the device's clock was set back, nobody can tell how old the board is, so it counts as outdated until the next update. */
export const isOutdated = ({ heardAt }: Pick<Board, 'heardAt'>, now: number): boolean =>
  Math.abs(now - heardAt) > OUTDATED_AFTER_MS;
