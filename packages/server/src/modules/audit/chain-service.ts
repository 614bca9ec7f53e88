import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { countExpired, type Settings } from '#modules/settings';
import { nextHash } from './chain.ts';
import * as store from './chain-store.ts';

type Deps = Pick<Platform, 'db' | 'jobs'> & { settings: Pick<Settings, 'retention' | 'audit'> };

const AT_ONCE = 1000;
const PRUNED_AT_ONCE = 10_000;
const CHAIN = 'audit:chain';
const PRUNE = 'audit:prune';

/** The hash chain that proves the audit log. Jobs run both. */
export type AuditChain = {
  /** Chains the entries written since the last run. */
  chain(): Promise<void>;
  /** Removes entries beyond the retention; without a retention it does nothing. */
  prune(): Promise<void>;
};

/**
 * Chains entries after they were written, so that writing one never waits: one process at a time does it. An entry comes after
 * all those whose transactions had ended before.
 */
export function createChain({ db, jobs, settings }: Deps): AuditChain {
  settings.retention.register('audit', {
    count: (q, before) => countExpired(q, sql`from audit_entries where at < ${before}`, sql`at`),
  });

  async function chainSome(): Promise<number> {
    return db.transaction(async (tx) => {
      await store.lockChain(tx.q);
      const pending = await store.removePending(tx.q, AT_ONCE);
      if (pending.length === 0) return 0;
      let { position, hash } = await store.readHead(tx.q);
      const links = pending.map(({ entry_id, digest }) => {
        position += 1;
        hash = nextHash(hash, digest);
        return { position, entry_id, hash };
      });
      await store.insertLinks(tx.q, links);
      return links.length;
    });
  }

  async function chain(): Promise<void> {
    for (;;) if ((await chainSome()) < AT_ONCE) return;
  }

  /** Removes old entries, and writes an entry about that, with the new beginning of the chain. */
  async function prune(): Promise<void> {
    const days = await settings.retention.days('audit');
    if (days === null) return;
    const { before } = await settings.retention.retentionBoundary(days);
    for (;;) {
      const gone = await db.transaction(async (tx) => {
        await store.lockChain(tx.q);
        const entries = await store.pruneAuditEntries(tx.q, before, PRUNED_AT_ONCE);
        if (entries === 0) return 0;
        const { position, hash } = await store.readAnchor(tx.q);
        const details = { entries, after_days: days, position, hash };
        await settings.audit(tx.q, {
          viewer: null,
          job: PRUNE,
          action: 'audit.pruned',
          subject: 'audit',
          details,
        });
        return entries;
      });
      if (gone < PRUNED_AT_ONCE) return;
    }
  }

  jobs.define(CHAIN, chain);
  jobs.schedule(CHAIN, '* * * * *');
  jobs.define(PRUNE, prune);
  jobs.schedule(PRUNE, '50 2 * * *', { catchUp: '1d' });

  return { chain, prune };
}
