import type { ErasedCounts } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { Platform } from '#platform/platform';
import { countExpired, type ExpiredRows, type Settings } from '#modules/settings';
import { sumCounts, type ErasureResult } from './erasure-participant.ts';
import { insertErasure } from './erasing-store.ts';

type Deps = Pick<Platform, 'clock'> & {
  settings: Pick<Settings, 'retention'>;
  /** Erases these tickets and what refers to them. */
  eraseTickets: (q: Query, ids: readonly number[]) => Promise<ErasureResult[]>;
  source: () => OverSource | undefined;
  /** The name of the job that erases customers. */
  task: string;
};
/** Tickets that were solved or closed before the edge, without activity since, of customers without a legal hold. */
type OverSource = {
  countExpired: (q: Query, edge: string) => Promise<ExpiredRows>;
  nextOver: (q: Query, edge: string, most: number) => Promise<number[]>;
};

/** Deletes tickets and customers at night by their retention. */
export function createRetention({ clock, settings, eraseTickets, source, task }: Deps): void {
  settings.retention.register('tickets', {
    count: async (q, before) => (await source()?.countExpired(q, before)) ?? { count: 0, oldest: null },
    async remove({ q }, before, most) {
      const ids = (await source()?.nextOver(q, before, most)) ?? [];
      if (ids.length === 0) return { count: 0 };
      const all = await eraseTickets(q, ids);
      const counts = all.reduce<ErasedCounts>((sum, { counts: own = {} }) => sumCounts(sum, own), {});
      return {
        count: ids.length,
        details: { counts },
        files: all.flatMap(({ files: own = [] }) => own),
      };
    },
  });

  settings.retention.register('customers', {
    count: (q, before) => countExpired(q, sql`from customers c where ${expiredSql(before)}`, contact),
    /** Erased like from their profile, one after the other, by the same job. */
    async remove(tx, before, most) {
      const { rows } = await sql<{ id: number }>`
        select c.id from customers c where ${expiredSql(before)} order by c.id limit ${most} for update of c`.execute(
        tx.q,
      );
      for (const { id } of rows) {
        const erasure = await insertErasure(tx.q, { customerId: id, userId: null, at: clock.now() });
        await tx.enqueue(task, { id: erasure }, { key: `${task}:${erasure}` });
      }
      return { count: rows.length };
    },
  });
}

const contact = sql`greatest(c.created_at, c.last_contact_at)`;

/** Customers without tickets that have content, who are not on legal hold, in a call or being erased. */
const expiredSql = (
  before: string,
) => sql`${contact} < ${before} and c.merged_into is null and c.erased_at is null
  and c.held_at is null and not exists (select from customer_erasures e where e.customer_id = c.id)
  and not exists (with recursive whole as (
      select c.id union select m.id from customers m join whole w on m.merged_into = w.id)
    select from whole w join tickets t on t.customer_id = w.id where t.erased_at is null)
  and not exists (select from calls k where k.customer_id = c.id
    and (k.state <> 'ended' or k.ended_at >= ${before}))`;
