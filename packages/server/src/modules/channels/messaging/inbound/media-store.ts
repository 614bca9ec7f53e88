import type { Query } from '#platform/db';
import { defineLeasedQueue } from '#platform/work-queue/index';
import '../tables.ts';

/** Pauses between attempts in seconds; providers keep files for some days. */
const PAUSES = [5, 30, 60, 300, 900, 1800, 3600, 7200, 14_400, 28_800];

/** Files that customers send are fetched in any order. */
export const mediaQueue = defineLeasedQueue({
  name: 'messaging:media',
  table: 'messaging_media',
  id: 'id',
  owner: 'channel_account_id',
  pending: 'queued',
  failed: 'failed',
  pausesMs: PAUSES.map((seconds) => seconds * 1000),
  leaseMs: 5 * 60_000,
});

export type MediaRow = NonNullable<Awaited<ReturnType<typeof mediaQueue.claim>>>;

export async function insertMedia(
  q: Query,
  row: Omit<MediaRow, 'id' | 'attempts' | 'state' | 'leased_until' | 'next_try_at'> & { next_try_at: Date },
): Promise<void> {
  await q.insertInto('messaging_media').values(row).execute();
}

/** How many files of that message are not fetched yet. */
export async function countQueued(q: Query, messageId: number): Promise<number> {
  const { n } = await q
    .selectFrom('messaging_media')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('message_id', '=', messageId)
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow();
  return n;
}
