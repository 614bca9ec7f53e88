import {
  RETENTION_KINDS,
  type previewRetention,
  type QueryOf,
  type ResponseOf,
  type RetentionKind,
} from '@trunkline/contract';
import { insertAudit } from '#platform/audit';
import type { Platform } from '#platform/platform';
import { createStoredRetention, type StoredRetentionDeps, type StoredRetention } from './stored-retention.ts';
import type { RetentionSource } from './retention-store.ts';

type Deps = StoredRetentionDeps & Pick<Platform, 'jobs' | 'files' | 'log'>;

/** How long data is kept, and deleting it at night. */
export type RetentionSettings = StoredRetention & {
  /** For modules that store data of a kind. */
  register(kind: RetentionKind, source: RetentionSource): void;
  /** Deletes what is beyond the retention of this kind, in portions. May be called at any time and twice. */
  expire(kind: RetentionKind): Promise<void>;
  /** What would be deleted tonight with so many days. */
  preview(
    kind: RetentionKind,
    query: QueryOf<typeof previewRetention>,
  ): Promise<ResponseOf<typeof previewRetention>['data']>;
};

const TASK = 'settings:retention';
const AT_ONCE = 500;

/** The edge is a midnight in the workspace, the same for the whole run; the preview counts by the same condition. */
export function createRetention({ db, clock, jobs, files, log, notices, config }: Deps): RetentionSettings {
  const sources = new Map<RetentionKind, RetentionSource[]>();
  const sourcesOf = (kind: RetentionKind) => sources.get(kind) ?? [];

  const keeping = createStoredRetention({ db, clock, notices, config });
  const { retentionBoundary: edge } = keeping;

  const removeSome = (
    kind: RetentionKind,
    remove: NonNullable<RetentionSource['remove']>,
    { days, before }: { days: number; before: string },
  ): Promise<number> =>
    db.transaction(async (tx) => {
      const { count, details, files: gone = [] } = await remove(tx, before, AT_ONCE);
      // Files are deleted first: a file without a row would never be found again.
      for (const file of gone) await files.remove(file);
      if (count > 0)
        await insertAudit(tx.q, {
          viewer: null,
          job: TASK,
          action: `${kind}.expired`,
          subject: kind,
          details: { after_days: days, before, count, ...details },
        });
      return count;
    });

  /** Deletes what is beyond the retention of this kind, in portions. May be called at any time and twice. */
  async function expire(kind: RetentionKind): Promise<void> {
    const days = await keeping.days(kind);
    if (days === null) return;
    const { before } = await edge(days);
    for (const { remove } of sourcesOf(kind)) {
      if (!remove) continue;
      while ((await removeSome(kind, remove, { days, before })) >= AT_ONCE);
    }
  }

  /** An error in one kind does not affect the others. */
  jobs.define(TASK, async () => {
    for (const kind of RETENTION_KINDS)
      await expire(kind).catch((error: unknown) =>
        log.error({ err: error, kind }, 'what is kept no longer could not be removed'),
      );
  });
  jobs.schedule(TASK, '10 2 * * *', { catchUp: '1d' });

  return {
    ...keeping,

    register(kind, source) {
      sources.set(kind, [...sourcesOf(kind), source]);
    },

    expire,

    async preview(kind, { days }) {
      const { before, time_zone } = await edge(days);
      const all = await Promise.all(sourcesOf(kind).map(({ count }) => count(db.q, before)));
      const [oldest = null] = all.flatMap((one) => one.oldest ?? []).toSorted();
      return { before, time_zone, count: all.reduce((sum, one) => sum + one.count, 0), oldest };
    },
  };
}
