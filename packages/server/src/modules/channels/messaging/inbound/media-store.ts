import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

export type MediaRow = {
  file_id: string;
  channel_account_id: number;
  message_id: number;
  created_at: string;
  ticket_id: number;
  provider_media_id: string;
  name: string;
  attempts: number;
};

export async function insertMedia(
  q: Query,
  row: Omit<MediaRow, 'attempts'> & { next_try_at: Date },
): Promise<void> {
  await q.insertInto('messaging_media').values(row).execute();
}

/** Leases the next file to fetch until `until`; after a crash it is free again then. */
export async function claim(
  q: Query,
  accountId: number,
  { now, until }: { now: Date; until: Date },
): Promise<MediaRow | undefined> {
  const { rows } = await sql<MediaRow>`
    update messaging_media set next_try_at = ${until.toISOString()}, attempts = attempts + 1
    where file_id = (
      select file_id from messaging_media
      where channel_account_id = ${accountId} and state = 'queued' and next_try_at <= ${now.toISOString()}
      order by next_try_at limit 1 for update skip locked
    )
    returning file_id, channel_account_id, message_id, created_at, ticket_id, provider_media_id, name, attempts`.execute(
    q,
  );
  return rows[0];
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

/** False where another process has done it in the meantime. */
export async function endMedia(q: Query, fileId: string, state: 'done' | 'failed'): Promise<boolean> {
  const row = await q
    .updateTable('messaging_media')
    .set({ state })
    .where('file_id', '=', fileId)
    .where('state', '=', 'queued')
    .returning('file_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function scheduleMediaRetry(q: Query, fileId: string, nextTryAt: Date): Promise<void> {
  await q
    .updateTable('messaging_media')
    .set({ next_try_at: nextTryAt })
    .where('file_id', '=', fileId)
    .where('state', '=', 'queued')
    .execute();
}

export async function listAccountsWithDue(q: Query, now: Date): Promise<number[]> {
  const rows = await q
    .selectFrom('messaging_media')
    .select('channel_account_id')
    .distinct()
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now.toISOString())
    .execute();
  return rows.map((row) => row.channel_account_id);
}
