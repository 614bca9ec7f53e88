import type { Clock } from '#platform/clock';
import type { Db, Query } from '#platform/db';
import { useReadOnlySnapshot, useSnapshot } from '../range.ts';
import { listDifferences, listSummed, listUnsummed, sumDays, trySummingLock } from './store.ts';
import type { DaysCheck } from './check-text.ts';

/** Days per transaction: few enough that others who wait for it do not wait long. */
const AT_ONCE = 31;

type Deps = {
  db: Pick<Db, 'q' | 'transaction'>;
  clock: Pick<Clock, 'now'>;
  settings: { config: () => Promise<{ time_zone: string }> };
};

export type TicketDays = {
  /** Sums up days that are missing or have changed; returns how many. A killed run changes nothing, and may be repeated. */
  sumDays: () => Promise<number>;
  /** Compares the stored sums with the tickets, in one snapshot. `rebuild`: also recomputes days that differ. */
  check: (options?: { rebuild?: boolean }) => Promise<DaysCheck>;
};

export function createTicketDays({ db, clock, settings }: Deps): TicketDays {
  const zone = async (): Promise<string> => (await settings.config()).time_zone;

  /** Sums are written and marks removed by the same snapshot, so a day that changes meanwhile keeps its mark. */
  const inTurn = (work: (q: Query) => Promise<number>): Promise<number> =>
    db.transaction(async ({ q }) => {
      await useSnapshot(q);
      return (await trySummingLock(q)) ? work(q) : 0;
    });

  return {
    async sumDays() {
      const timeZone = await zone();
      let all = 0;
      for (;;) {
        const count = await inTurn(async (q) => {
          const days = await listUnsummed(q, { timeZone, now: clock.now(), limit: AT_ONCE });
          if (days.length > 0) await sumDays(q, days, timeZone);
          return days.length;
        });
        all += count;
        if (count < AT_ONCE) return all;
      }
    },

    async check({ rebuild = false } = {}) {
      const timeZone = await zone();
      const found: DaysCheck = { compared: 0, unsummed: 0, differences: [] };
      await db.transaction(async ({ q }) => {
        await useReadOnlySnapshot(q);
        const days = await listSummed(q, timeZone);
        found.compared = days.length;
        found.unsummed = (await listUnsummed(q, { timeZone, now: clock.now(), limit: 10_000 })).length;
        for (let first = 0; first < days.length; first += AT_ONCE)
          found.differences.push(...(await listDifferences(q, days.slice(first, first + AT_ONCE), timeZone)));
      });
      const wrong = [...new Set(found.differences.map(({ day }) => day))];
      if (rebuild && wrong.length > 0) {
        await inTurn(async (q) => {
          await sumDays(q, wrong, timeZone);
          return wrong.length;
        });
      }
      return found;
    },
  };
}
