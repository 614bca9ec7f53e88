import type { ErasedCounts, previewRetention, QueryOf, ResponseOf } from '@trunkline/contract';
import type { Query } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { added, type Erased } from './erasable.ts';
import { edgeOf } from './erasing-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'files'> & {
  settings: Pick<Settings, 'config' | 'audit'>;
  /** Erases what hangs on these tickets, and the tickets. */
  eraseTickets: (q: Query, ids: readonly number[]) => Promise<Erased[]>;
  source: () => OverSource | undefined;
};
/** Tickets that were solved or closed before the edge, and nothing came since, of nobody on legal hold. */
type OverSource = {
  countOver: (q: Query, edge: string) => Promise<number>;
  nextOver: (q: Query, edge: string, most: number) => Promise<number[]>;
};

const TASK = 'customers:retention';
const AT_ONCE = 500;

/** What is kept no longer. */
export type Retention = {
  /** Erases tickets that ended more than `ticket_keep_days` ago; runs at night. */
  expire(): Promise<void>;
  /** How many would go today by so many days. */
  preview(query: QueryOf<typeof previewRetention>): Promise<ResponseOf<typeof previewRetention>['data']>;
};

/** Takes away at night what is kept no longer. The preview counts by the same condition, with no limit. */
export function createRetention({ db, clock, jobs, files, settings, eraseTickets, source }: Deps): Retention {
  const edge = async (days: number): Promise<{ edge: string; time_zone: string }> => {
    const { time_zone } = await settings.config();
    return { edge: await edgeOf(db.q, { now: clock.now(), days, timeZone: time_zone }), time_zone };
  };

  async function expire(): Promise<void> {
    const { ticket_keep_days: days } = await settings.config();
    const tickets = source();
    if (days === null || !tickets) return;
    // One edge for the whole run, also where it goes on past midnight.
    const { edge: before } = await edge(days);
    for (;;) {
      const count = await db.transaction(async (tx) => {
        const ids = await tickets.nextOver(tx.q, before, AT_ONCE);
        if (ids.length === 0) return 0;
        const all = await eraseTickets(tx.q, ids);
        for (const file of all.flatMap(({ files: own = [] }) => own)) await files.remove(file);
        const counts = all.reduce<ErasedCounts>((sum, { counts: own = {} }) => added(sum, own), {});
        await settings.audit(tx.q, {
          viewer: null,
          job: TASK,
          action: 'tickets.expired',
          subject: 'tickets',
          details: { after_days: days, before, counts },
        });
        return ids.length;
      });
      if (count < AT_ONCE) return;
    }
  }

  jobs.define(TASK, expire);
  jobs.schedule(TASK, '10 2 * * *', { catchUp: '1d' });

  return {
    expire,
    async preview({ days }) {
      const { edge: before, time_zone } = await edge(days);
      return { before, time_zone, tickets: (await source()?.countOver(db.q, before)) ?? 0 };
    },
  };
}
