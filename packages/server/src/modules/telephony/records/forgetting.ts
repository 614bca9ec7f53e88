import type { Platform } from '#platform/platform';
import { deleteEchoesBefore, deleteHappeningsBefore } from './call-store.ts';

const DAY_MS = 86_400_000;
/** What was told of a call is in its record by then, and nobody tells it again so late. */
const HAPPENINGS_DAYS = 90;
const ECHOES_DAYS = 30;

/** Every night what the gateways told, and when it reached screens, is forgotten after its time: calls keep their records. */
export function createForgetting({ db, clock, jobs }: Pick<Platform, 'db' | 'clock' | 'jobs'>): void {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  jobs.define('telephony:forget', async () => {
    while ((await deleteHappeningsBefore(db.q, before(HAPPENINGS_DAYS))) > 0);
    while ((await deleteEchoesBefore(db.q, before(ECHOES_DAYS))) > 0);
  });
  jobs.schedule('telephony:forget', '13 3 * * *', { catchUp: '1d' });
}
