import type { Platform } from '#platform/platform';
import { deleteEchoesBefore, deleteCallEventsBefore } from './call-store.ts';

const DAY_MS = 86_400_000;
/** By then the call's record has everything, and no late event comes any more. */
const HAPPENINGS_DAYS = 90;
const ECHOES_DAYS = 30;

/** Deletes old happenings, and when events reached screens, every night; calls keep their records. */
export function createCallEventCleanup({ db, clock, jobs }: Pick<Platform, 'db' | 'clock' | 'jobs'>): void {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  jobs.define('telephony:forget', async () => {
    while ((await deleteCallEventsBefore(db.q, before(HAPPENINGS_DAYS))) > 0);
    while ((await deleteEchoesBefore(db.q, before(ECHOES_DAYS))) > 0);
  });
  jobs.schedule('telephony:forget', '13 3 * * *', { catchUp: '1d' });
}
