import type { Language } from '@trunkline/contract';
import type { Query } from '#platform/db';
import './tables.ts';

type NewVisitor = { channel_account_id: number; token_hash: Buffer; language: Language; page: string };

export async function insertVisitor(q: Query, visitor: NewVisitor, now: Date): Promise<void> {
  await q
    .insertInto('livechat_visitors')
    .values({ ...visitor, customer_id: null, created_at: now, last_seen_at: now })
    .execute();
}

export async function findVisitor(q: Query, by: { tokenHash: Buffer } | { id: number }) {
  const query = q.selectFrom('livechat_visitors').selectAll();
  return (
    'id' in by ? query.where('id', '=', by.id) : query.where('token_hash', '=', by.tokenHash)
  ).executeTakeFirst();
}

/** One visitor's writes follow each other: two first messages at once must open one conversation. */
export async function lockVisitor(q: Query, id: number) {
  return q
    .selectFrom('livechat_visitors')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateVisitor(
  q: Query,
  id: number,
  known: { customer_id: number; name: string; email: string; page: string },
): Promise<void> {
  await q.updateTable('livechat_visitors').set(known).where('id', '=', id).execute();
}

export async function removeUnused(q: Query, before: Date): Promise<void> {
  await q
    .deleteFrom('livechat_visitors')
    .where('customer_id', 'is', null)
    .where('created_at', '<', before.toISOString())
    .execute();
}
