import type { Db, Query } from '#platform/db';
import { useReadOnlySnapshot, useSnapshot } from '../range.ts';
import {
  type CountDifference,
  countMarked,
  countTickets,
  listCounted,
  listDifferences,
  listTicketsToCount,
  markForCounting,
  tryCountingLock,
} from './store.ts';

/** Tickets per transaction: few enough that others who wait for it do not wait long. */
const AT_ONCE = 1000;

export type MessageFiguresCheck = { compared: number; uncounted: number; differences: CountDifference[] };

export type MessageFigures = {
  /** Counts tickets that have changed; returns how many. A killed run changes nothing, and may be repeated. */
  count: () => Promise<number>;
  /**
   * Compares the stored counts with the messages, in one snapshot. `rebuild`: also counts tickets that differ, or are not counted
   * yet.
   */
  check: (options?: { rebuild?: boolean }) => Promise<MessageFiguresCheck>;
};

export function createMessageFigures({ db }: { db: Pick<Db, 'transaction'> }): MessageFigures {
  /** Rows are written and marks removed by the same snapshot, so a ticket that changes meanwhile keeps its mark. */
  const inTurn = (work: (q: Query) => Promise<number>): Promise<number> =>
    db.transaction(async ({ q }) => {
      await useSnapshot(q);
      return (await tryCountingLock(q)) ? work(q) : 0;
    });

  async function count(): Promise<number> {
    let all = 0;
    for (;;) {
      const done = await inTurn(async (q) => {
        const ids = await listTicketsToCount(q, AT_ONCE);
        if (ids.length > 0) await countTickets(q, ids);
        return ids.length;
      });
      all += done;
      if (done < AT_ONCE) return all;
    }
  }

  return {
    count,

    async check({ rebuild = false } = {}) {
      const found: MessageFiguresCheck = { compared: 0, uncounted: 0, differences: [] };
      await db.transaction(async ({ q }) => {
        await useReadOnlySnapshot(q);
        found.uncounted = await countMarked(q);
        let after = 0;
        for (;;) {
          const ids = await listCounted(q, { after, limit: AT_ONCE });
          if (ids.length === 0) break;
          found.compared += ids.length;
          found.differences.push(...(await listDifferences(q, ids)));
          after = ids.at(-1) ?? after;
        }
      });
      if (rebuild) {
        const ids = found.differences.map(({ ticket_id: id }) => id);
        await db.transaction(({ q }) => markForCounting(q, ids));
        await count();
      }
      return found;
    },
  };
}
