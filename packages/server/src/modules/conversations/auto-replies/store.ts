import type { AutoReplies, AutoReplyAccount, MediaId } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { ConversationRow } from '../store.ts';
import type { SentKind } from './tables.ts';
import './tables.ts';

type Stored = Omit<AutoReplyAccount, 'replies' | 'kinds'> & { replies: AutoReplies | null };

/** Accounts of these media with their automatic replies; null where they were never set. */
export async function listAccounts(
  q: Query,
  mediaIds: readonly MediaId[],
  only: number | null = null,
): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select a.id, a.name, a.media_id, a.department_id, a.is_active, coalesce(r.version, 0) as version, r.replies
    from channel_accounts a left join auto_replies r on r.channel_account_id = a.id
    where a.media_id = any(${mediaIds}::int[]) and (${only}::bigint is null or a.id = ${only})
    order by lower(a.name), a.id`.execute(q);
  return rows;
}

/** Stores an account's automatic replies; false where somebody else has changed them since that version. */
export async function saveReplies(
  q: Query,
  { id, version, replies, now }: { id: number; version: number; replies: AutoReplies; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into auto_replies as r (channel_account_id, replies, updated_at)
    values (${id}, ${JSON.stringify(replies)}::jsonb, ${now.toISOString()})
    on conflict (channel_account_id) do update
      set replies = excluded.replies, version = r.version + 1, updated_at = excluded.updated_at
      where r.version = ${version}
    returning version`.execute(q);
  return rows.length > 0;
}

export async function findReplies(q: Query, accountId: number): Promise<AutoReplies | undefined> {
  const row = await q
    .selectFrom('auto_replies')
    .select('replies')
    .where('channel_account_id', '=', accountId)
    .executeTakeFirst();
  return row?.replies;
}

/** The kind of the last automatic reply on a ticket since an agent replied. */
export async function findLastAutoReplyKind(q: Query, ticketId: number): Promise<SentKind | undefined> {
  const row = await q
    .selectFrom('auto_replies_sent')
    .select('kind')
    .where('ticket_id', '=', ticketId)
    .where('is_over', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.kind;
}

/** How many automatic messages an address got since then. */
export async function countSent(
  q: Query,
  { channel_account_id: accountId, address }: Pick<ConversationRow, 'channel_account_id' | 'address'>,
  since: Date,
): Promise<number> {
  const row = await q
    .selectFrom('auto_replies_sent')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('channel_account_id', '=', accountId)
    .where('address', '=', address)
    .where('sent_at', '>', since.toISOString())
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function insertSent(
  q: Query,
  row: Pick<ConversationRow, 'channel_account_id' | 'address' | 'ticket_id'> & {
    kind: SentKind;
    sent_at: Date;
    is_over: boolean;
  },
): Promise<void> {
  await q.insertInto('auto_replies_sent').values(row).execute();
}

/** An agent has replied on this ticket: every kind of automatic reply may be sent again. */
export async function allowRepliesAgain(q: Query, ticketId: number): Promise<void> {
  await q
    .updateTable('auto_replies_sent')
    .set({ is_over: true })
    .where('ticket_id', '=', ticketId)
    .where('is_over', '=', false)
    .execute();
}

export async function removeOldSent(q: Query, before: Date): Promise<void> {
  await q.deleteFrom('auto_replies_sent').where('sent_at', '<', before.toISOString()).execute();
}
