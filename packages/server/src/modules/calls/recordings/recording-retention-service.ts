import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import type { RecordingFiles } from './recording-files.ts';
import { deletionCutoff } from './recording-policy.ts';
import * as store from './recording-retention-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> & {
  settings: Pick<Settings, 'config' | 'audit' | 'retention'>;
  files: RecordingFiles;
  /** Tells the screens that show the ticket. */
  changed: (callId: number) => Promise<void>;
};

const AT_ONCE = 100;

/**
 * Deletes recordings whose retention is over: first the files, then the row, with the recording locked. An interrupted run is
 * completed by the next, and it may run twice.
 */
export function createRecordingRetention({ db, clock, jobs, log, settings, files, changed }: Deps) {
  settings.retention.register('recordings', { count: store.countExpiredRecordings });

  async function removeOne(id: number, days: number): Promise<void> {
    const callId = await db.transaction(async (tx) => {
      const now = clock.now();
      // Somebody who marks it as kept at this moment waits for the lock, or was before us.
      const row = await store.lockExpiredRecording(tx.q, id, deletionCutoff(now, days));
      if (!row) return undefined;
      await files.remove(row.egress_id);
      await store.markDeleted(tx.q, id, { days, now });
      await settings.audit(tx.q, {
        viewer: null,
        job: 'rooms:recordings-expire',
        action: 'recording.deleted',
        subject: String(id),
        details: { call_id: row.call_id, after_days: days },
      });
      return row.call_id;
    });
    if (callId !== undefined) await changed(callId);
  }

  /** A recording that cannot be deleted must not stop the others from being deleted. */
  async function tryEach<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
    for (const item of items) {
      await act(item).catch((error: unknown) =>
        log.error({ err: error, recording: item }, 'a recording whose time is over could not be deleted'),
      );
    }
  }

  async function removeOver(days: number): Promise<void> {
    const endedBefore = deletionCutoff(clock.now(), days);
    let afterId = 0;
    for (;;) {
      const ids = await store.listExpiredRecordings(db.q, { endedBefore, afterId, limit: AT_ONCE });
      await tryEach(ids, (id) => removeOne(id, days));
      const last = ids.at(-1);
      if (last === undefined || ids.length < AT_ONCE) return;
      afterId = last;
    }
  }

  /**
   * Removes files without a row: those of deleted recordings, and those unknown to the database once they are older than the
   * retention.
   */
  async function removeLeftovers(days: number | null): Promise<void> {
    const all = await files.list();
    const endedBefore = days === null ? undefined : deletionCutoff(clock.now(), days);
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE);
      const states = await store.readRecordingStates(
        db.q,
        some.map(({ egressId }) => egressId),
      );
      const left = some.filter(({ egressId, changedAt }) => {
        const state = states.get(egressId);
        if (state !== undefined) return state === 'deleted';
        return endedBefore !== undefined && changedAt <= endedBefore;
      });
      await tryEach(left, ({ egressId }) => files.remove(egressId));
    }
  }

  async function expire(): Promise<void> {
    // Recordings of a LiveKit server on another machine are kept by its own settings.
    if (!files.areOurs) return;
    const { keep_days: days } = (await settings.config()).recording;
    if (days !== null) await removeOver(days);
    await removeLeftovers(days);
  }

  jobs.define('rooms:recordings-expire', expire);
  jobs.schedule('rooms:recordings-expire', '20 2 * * *', { catchUp: '1d' });

  return { expire };
}
