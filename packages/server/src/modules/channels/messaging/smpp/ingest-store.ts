import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { JoinedPart } from './incoming.ts';

type Delivery = { accountId: number; body: Buffer; digest: Buffer; now: Date };

/** Stores a delivery and returns its id, or undefined where one with that digest exists. */
export async function insertDelivery(
  q: Query,
  { accountId, body, digest, now }: Delivery,
): Promise<number | undefined> {
  const row = await q
    .insertInto('messaging_deliveries')
    .values({ channel_account_id: accountId, body, digest, received_at: now })
    .onConflict((conflict) => conflict.columns(['channel_account_id', 'digest']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Closes the delivery: the same content received after this is a new message. */
export async function closeDelivery(q: Query, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await q
    .updateTable('messaging_deliveries')
    .set({ digest: sql`sha256(digest || convert_to(id::text, 'UTF8'))` })
    .where('id', 'in', ids)
    .execute();
}

/** Closes the delivery with this content where it was received before that time. */
export async function closeOlderDelivery(
  q: Query,
  { accountId, digest, before }: { accountId: number; digest: Buffer; before: Date },
): Promise<void> {
  await q
    .updateTable('messaging_deliveries')
    .set({ digest: sql`sha256(digest || convert_to(id::text, 'UTF8'))` })
    .where('channel_account_id', '=', accountId)
    .where('digest', '=', digest)
    .where('received_at', '<', before.toISOString())
    .execute();
}

export type JoinedMessage = { parts: JoinedPart[]; touched_at: string; done_at: string | null };
type JoinedMessageKey = { accountId: number; joined: string };

/**
 * Locks and returns the received parts of a message; creates the row where there is none. One statement, because the row may be
 * deleted between two.
 */
export async function lockJoined(
  q: Query,
  { accountId, joined }: JoinedMessageKey,
  now: Date,
): Promise<JoinedMessage> {
  return q
    .insertInto('messaging_joined')
    .values({ channel_account_id: accountId, joined, parts: '[]', touched_at: now })
    .onConflict((conflict) => conflict.columns(['channel_account_id', 'joined']).doUpdateSet({ joined }))
    .returning(['parts', 'touched_at', 'done_at'])
    .executeTakeFirstOrThrow();
}

export async function setJoined(
  q: Query,
  { accountId, joined }: JoinedMessageKey,
  { parts, now, isDone }: { parts: readonly JoinedPart[]; now: Date; isDone: boolean },
): Promise<void> {
  await q
    .updateTable('messaging_joined')
    .set({ parts: JSON.stringify(parts), touched_at: now, done_at: isDone ? now : null })
    .where('channel_account_id', '=', accountId)
    .where('joined', '=', joined)
    .execute();
}

/** Incomplete messages that received no part since then. */
export const listIncompleteMessages = (q: Query, before: Date) =>
  q
    .selectFrom('messaging_joined')
    .select(['channel_account_id', 'joined'])
    .where('done_at', 'is', null)
    .where('touched_at', '<', before.toISOString())
    .limit(500)
    .execute();

export async function removeDoneMessages(q: Query, before: Date): Promise<void> {
  await q.deleteFrom('messaging_joined').where('done_at', '<', before.toISOString()).execute();
}
