import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { JoinedPart } from './incoming.ts';

type Delivery = { accountId: number; body: Buffer; digest: Buffer; now: Date };

/** Keeps a delivery; gives its id, or undefined where one with that digest is there. */
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

/** From here on what says the same is another one. */
export async function close(q: Query, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await q
    .updateTable('messaging_deliveries')
    .set({ digest: sql`sha256(digest || convert_to(id::text, 'UTF8'))` })
    .where('id', 'in', ids)
    .execute();
}

/** As above, where it came before that. */
export async function closeOlder(
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

export type Whole = { parts: JoinedPart[]; touched_at: string; done_at: string | null };
type Named = { accountId: number; joined: string };

/** The parts of a message that are there, locked; made where there are none. */
export async function lockJoined(q: Query, { accountId, joined }: Named, now: Date): Promise<Whole> {
  await q
    .insertInto('messaging_joined')
    .values({ channel_account_id: accountId, joined, parts: '[]', touched_at: now })
    .onConflict((conflict) => conflict.columns(['channel_account_id', 'joined']).doNothing())
    .execute();
  return q
    .selectFrom('messaging_joined')
    .select(['parts', 'touched_at', 'done_at'])
    .where('channel_account_id', '=', accountId)
    .where('joined', '=', joined)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function setJoined(
  q: Query,
  { accountId, joined }: Named,
  { parts, now, isDone }: { parts: readonly JoinedPart[]; now: Date; isDone: boolean },
): Promise<void> {
  await q
    .updateTable('messaging_joined')
    .set({ parts: JSON.stringify(parts), touched_at: now, done_at: isDone ? now : null })
    .where('channel_account_id', '=', accountId)
    .where('joined', '=', joined)
    .execute();
}

/** Those of which nothing more has come since then. */
export const listLate = (q: Query, before: Date) =>
  q
    .selectFrom('messaging_joined')
    .select(['channel_account_id', 'joined'])
    .where('done_at', 'is', null)
    .where('touched_at', '<', before.toISOString())
    .limit(500)
    .execute();

export async function removeDone(q: Query, before: Date): Promise<void> {
  await q.deleteFrom('messaging_joined').where('done_at', '<', before.toISOString()).execute();
}
