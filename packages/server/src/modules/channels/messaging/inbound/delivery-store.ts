import type { MessagingHealth } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { defineLockedQueue } from '#platform/work-queue/index';
import type { PendingUpdate } from '../providers/provider.ts';
import '../tables.ts';

/** Pauses between attempts, in seconds; after the last one a delivery stays failed, with the reason. */
const PAUSES = [1, 5, 30, 120, 600, 1800, 3600];

/** The queue of deliveries. Ordering keys are only known after parsing, so an account's deliveries are read in batches. */
export const inboundDeliveryQueue = defineLockedQueue({
  name: 'messaging:process',
  table: 'messaging_deliveries',
  id: 'id',
  owner: 'channel_account_id',
  pending: 'received',
  failed: 'failed',
  pausesMs: PAUSES.map((seconds) => seconds * 1000),
});

export type InboundDeliveryRow = Awaited<ReturnType<typeof inboundDeliveryQueue.listDue>>[number];

/** Returns false if the same delivery was stored before. */
export async function insertDelivery(
  q: Query,
  row: { channel_account_id: number; body: Buffer; digest: Buffer; received_at: Date },
): Promise<boolean> {
  const stored = await q
    .insertInto('messaging_deliveries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['channel_account_id', 'digest']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Notes when the account last received a genuine delivery. */
export async function touchAccount(q: Query, id: number, now: Date): Promise<void> {
  await q.updateTable('messaging_accounts').set({ last_in_at: now }).where('id', '=', id).execute();
}

/** The same condition as in the index: given up, or failed at least once and still being retried. */
const IS_UNPROCESSED = sql<boolean>`(state = 'failed' or (state = 'received' and attempts > 0))`;

/** The unprocessed deliveries of each account that has any, with the reason of the last one. */
export async function listUnprocessed(
  q: Query,
): Promise<Map<number, NonNullable<MessagingHealth['unprocessed']>>> {
  const rows = await q
    .selectFrom('messaging_deliveries')
    .select(({ fn }) => [
      'channel_account_id',
      fn.countAll<number>().as('count'),
      sql<string>`max(received_at)`.as('last_at'),
      sql<string>`(array_agg(reason order by id desc))[1]`.as('reason'),
    ])
    .where(IS_UNPROCESSED)
    .groupBy('channel_account_id')
    .execute();
  return new Map(rows.map(({ channel_account_id: id, ...one }) => [id, one]));
}

export async function countUnprocessed(q: Query, accountId: number): Promise<number> {
  const { count } = await q
    .selectFrom('messaging_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('channel_account_id', '=', accountId)
    .where(IS_UNPROCESSED)
    .executeTakeFirstOrThrow();
  return count;
}

/** Queues the unprocessed deliveries of an account again, with all attempts. */
export async function requeueUnprocessed(q: Query, accountId: number, now: Date): Promise<void> {
  await q
    .updateTable('messaging_deliveries')
    .set({ state: 'received', attempts: 0, next_try_at: now })
    .where('channel_account_id', '=', accountId)
    .where(IS_UNPROCESSED)
    .execute();
}

export async function removeOld(q: Query, before: Date): Promise<void> {
  const at = before.toISOString();
  await q
    .deleteFrom('messaging_deliveries')
    .where('state', '=', 'done')
    .where('received_at', '<', at)
    .execute();
  await q.deleteFrom('messaging_early').where('received_at', '<', at).execute();
}

type MessageRef = { accountId: number; providerId: string };

/** Keeps an update of a message that has not arrived yet. */
export async function insertPending(
  q: Query,
  { accountId, providerId }: MessageRef,
  fact: PendingUpdate,
  now: Date,
) {
  await q
    .insertInto('messaging_early')
    .values({
      channel_account_id: accountId,
      provider_id: providerId,
      fact: JSON.stringify(fact),
      received_at: now,
    })
    .execute();
}

/** Locks a provider's message id, also before there is a row for it. */
export async function lockProviderMessageId(q: Query, { accountId, providerId }: MessageRef): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('messaging-name'), hashtext(${`${accountId}:${providerId}`}))`.execute(
    q,
  );
}

/** Removes and returns the updates that waited for this message, in order. */
export async function removePending(
  q: Query,
  { accountId, providerId }: MessageRef,
): Promise<PendingUpdate[]> {
  const rows = await q
    .deleteFrom('messaging_early')
    .where('channel_account_id', '=', accountId)
    .where('provider_id', '=', providerId)
    .returning(['id', 'fact'])
    .execute();
  return rows.sort((a, b) => a.id - b.id).map(({ fact }) => fact);
}

export type KnownMessage = {
  message_id: number;
  created_at: string;
  /** Null: a proactive message, which knows its ticket. */
  ticket_id: number | null;
  part: number;
  direction: 'in' | 'out';
  state: 'sent' | 'delivered' | 'read' | 'failed';
};

/** Locks a message, so that two updates of it are applied one after the other. */
export async function lockMessage(
  q: Query,
  { accountId, providerId }: MessageRef,
): Promise<KnownMessage | undefined> {
  return q
    .selectFrom('messaging_messages')
    .select(['message_id', 'created_at', 'ticket_id', 'part', 'direction', 'state'])
    .where('channel_account_id', '=', accountId)
    .where('provider_id', '=', providerId)
    .forUpdate()
    .executeTakeFirst();
}

/** False when that message was known already. */
export async function insertProviderMessage(
  q: Query,
  { accountId, providerId }: MessageRef,
  row: Omit<KnownMessage, 'state'> & { address?: string; sent_at?: Date },
): Promise<boolean> {
  const stored = await q
    .insertInto('messaging_messages')
    .values({ ...row, channel_account_id: accountId, provider_id: providerId })
    .onConflict((conflict) => conflict.columns(['channel_account_id', 'provider_id']).doNothing())
    .returning('message_id')
    .executeTakeFirst();
  return stored !== undefined;
}

export async function setPartState(q: Query, named: MessageRef, state: KnownMessage['state']): Promise<void> {
  await q
    .updateTable('messaging_messages')
    .set({ state })
    .where('channel_account_id', '=', named.accountId)
    .where('provider_id', '=', named.providerId)
    .execute();
}

/** The states of the parts of one of our messages that have gone out. */
export async function listPartStates(q: Query, messageId: number): Promise<KnownMessage['state'][]> {
  const rows = await q
    .selectFrom('messaging_messages')
    .select('state')
    .where('message_id', '=', messageId)
    .execute();
  return rows.map(({ state }) => state);
}

/** The link of a provider's id to our message, read without a lock. */
export async function findProviderMessage(q: Query, { accountId, providerId }: MessageRef) {
  return q
    .selectFrom('messaging_messages')
    .select(['message_id', 'created_at'])
    .where('channel_account_id', '=', accountId)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
}

/** The provider's id of a customer's message. */
export async function findProviderId(q: Query, messageId: number) {
  return q
    .selectFrom('messaging_messages')
    .select(['channel_account_id', 'provider_id', 'created_at'])
    .where('message_id', '=', messageId)
    .where('direction', '=', 'in')
    .executeTakeFirst();
}

/** Our messages to this address up to that time which do not have that state yet. */
export async function listMessagesBelowState(
  q: Query,
  {
    accountId,
    address,
    state,
    until,
  }: { accountId: number; address: string; state: 'delivered' | 'read'; until: string },
): Promise<string[]> {
  const rows = await q
    .selectFrom('messaging_messages')
    .select('provider_id')
    .where('channel_account_id', '=', accountId)
    .where('address', '=', address)
    .where('direction', '=', 'out')
    .where('state', 'in', state === 'read' ? (['sent', 'delivered'] as const) : (['sent'] as const))
    .where('sent_at', '<=', until)
    .orderBy('sent_at')
    .execute();
  return rows.map((row) => row.provider_id);
}

/** For our messages: when the provider accepted it. */
export async function setSentAt(q: Query, { accountId, providerId }: MessageRef, at: Date): Promise<void> {
  await q
    .updateTable('messaging_messages')
    .set({ sent_at: at })
    .where('channel_account_id', '=', accountId)
    .where('provider_id', '=', providerId)
    .where('direction', '=', 'out')
    .execute();
}
