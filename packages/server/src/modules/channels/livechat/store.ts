import type { Language } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

const DAY_MS = 86_400_000;

type NewVisitor = { channel_account_id: number; token_hash: Buffer; language: Language; page: string };

export async function insertVisitor(q: Query, visitor: NewVisitor, now: Date): Promise<void> {
  await q
    .insertInto('livechat_visitors')
    .values({ ...visitor, customer_id: null, created_at: now, last_seen_at: now })
    .execute();
}

export async function findVisitor(q: Query, id: number) {
  return q.selectFrom('livechat_visitors').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The visitor with this token, unless their chat is switched off. */
export async function findActiveVisitor(q: Query, tokenHash: Buffer) {
  return q
    .selectFrom('livechat_visitors as v')
    .innerJoin('channel_accounts as a', 'a.id', 'v.channel_account_id')
    .selectAll('v')
    .where('v.token_hash', '=', tokenHash)
    .where('a.is_active', '=', true)
    .executeTakeFirst();
}

/** Locks a visitor, so that two first messages at the same time open one conversation. */
/**
 * The lock only excludes others that lock the visitor. A call that merely refers to the visitor does not wait for it: it holds
 * the lock of a ticket for which the holder of this one may wait.
 */
export async function lockVisitor(q: Query, id: number) {
  return q
    .selectFrom('livechat_visitors')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Locks all visitors who are these customers. */
export async function lockVisitorsOfCustomers(q: Query, customerIds: readonly number[]): Promise<void> {
  await sql`select from livechat_visitors where customer_id = any(${customerIds}::bigint[]) order by id for no key update`.execute(
    q,
  );
}

export async function updateVisitor(
  q: Query,
  id: number,
  known: { customer_id: number; name: string; email: string; page: string; transcript_email?: string },
): Promise<void> {
  await q.updateTable('livechat_visitors').set(known).where('id', '=', id).execute();
}

/** Counts one more transcript within a day; false where there were as many as there may be. */
export async function countTranscriptRequest(
  q: Query,
  id: number,
  { now, most }: { now: Date; most: number },
): Promise<boolean> {
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  const row = await q
    .updateTable('livechat_visitors')
    .set({
      transcripts: sql`case when transcripts_since < ${dayAgo} then 1 else transcripts + 1 end`,
      transcripts_since: sql`case when transcripts_since < ${dayAgo} then ${now.toISOString()} else transcripts_since end`,
    })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('transcripts_since', '<', dayAgo), eb('transcripts', '<', most)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeUnusedVisitors(q: Query, before: Date): Promise<void> {
  await q
    .deleteFrom('livechat_visitors')
    .where('customer_id', 'is', null)
    .where('created_at', '<', before.toISOString())
    .execute();
}
