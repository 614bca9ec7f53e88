import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { defineLeasedQueue } from '#platform/work-queue/index';
import type { Receipt } from '../providers/provider.ts';
import '../tables.ts';

/** Pauses between attempts, in seconds; about a day in total. */
const PAUSES = [5, 15, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 28_800, 28_800];
/** Longer than a request may take, uploads included. */
export const LEASE_MS = 90_000;

/** Messages to one person are sent in order: each waits for the one before it. */
export const messageOutboxQueue = defineLeasedQueue({
  name: 'messaging:send',
  table: 'messaging_outbox',
  id: 'id',
  owner: 'channel_account_id',
  pending: 'queued',
  failed: 'failed',
  pausesMs: PAUSES.map((seconds) => seconds * 1000),
  leaseMs: LEASE_MS,
  orderingKey: 'address',
  notBefore: 'not_before',
  retryRequests: 'hastened',
});

export type MessageOutboxRow = NonNullable<Awaited<ReturnType<typeof messageOutboxQueue.claim>>>;
type NewOutgoing = Pick<
  MessageOutboxRow,
  'message_id' | 'part' | 'created_at' | 'ticket_id' | 'channel_account_id' | 'address' | 'content'
> & { next_try_at: Date };

/** Sent along with a message; providers return it with the states of the message. */
export const callbackReferenceOf = ({ id }: Pick<MessageOutboxRow, 'id'>): string => `trunkline-${id}`;
export const isCallbackReference = (text: string): boolean => outboxIdOfReference(text) > 0;
export const outboxIdOfReference = (mark: string): number =>
  Number(/^trunkline-(\d{1,15})$/.exec(mark)?.[1] ?? 0);

export async function insertOutgoing(q: Query, rows: readonly NewOutgoing[]): Promise<void> {
  await q
    .insertInto('messaging_outbox')
    .values(rows.map((row) => ({ ...row, content: JSON.stringify(row.content) })))
    .execute();
}

/** Marks messages that wait because their account is inactive; returns those that were not marked before. */
export async function markAccountInactive(
  q: Query,
  accountId: number,
  most: number,
): Promise<Pick<MessageOutboxRow, 'message_id' | 'ticket_id' | 'created_at'>[]> {
  return q
    .updateTable('messaging_outbox')
    .set({ said: 'switched_off' })
    .where(
      'id',
      'in',
      q
        .selectFrom('messaging_outbox')
        .select('id')
        .where('channel_account_id', '=', accountId)
        .where('state', '=', 'queued')
        .where('said', '<>', 'switched_off')
        .limit(most),
    )
    .returning(['message_id', 'ticket_id', 'created_at'])
    .execute();
}

/** Cancels a message; false where it has been sent in the meantime. */
export async function cancelMessage(q: Query, id: number, now: Date): Promise<boolean> {
  const row = await q
    .updateTable('messaging_outbox')
    .set({ state: 'failed', next_try_at: now, said: '' })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const listQueuedTo = (q: Query, accountId: number, address: string) =>
  q
    .selectFrom('messaging_outbox')
    .select(['id', 'message_id', 'ticket_id', 'created_at'])
    .where('channel_account_id', '=', accountId)
    .where('address', '=', address)
    .where('state', '=', 'queued')
    .orderBy('id')
    .execute();

/**
 * The provider reported a message by our mark, so it has it, even if its response never came. Notes the provider's id
 * for it. False if there is no such message, or its id was known.
 */
export async function markSentByReference(
  q: Query,
  named: MessageRef,
  mark: string,
  at?: Date,
): Promise<boolean> {
  const row = await q
    .updateTable('messaging_outbox')
    .set({ state: 'sent', said: '' })
    .where('id', '=', outboxIdOfReference(mark))
    .where('channel_account_id', '=', named.accountId)
    .where('state', '<>', 'sent')
    .returning(SENT_PART_COLUMNS)
    .executeTakeFirst();
  return recordProviderId(q, named, row, at);
}

/**
 * As above, for providers that return no mark: by the text of a message to the same person that is under way or
 * may have been sent. Later ones have not been tried yet.
 */
export async function markSentByText(
  q: Query,
  named: MessageRef,
  { address, text, hasFile, at }: { address: string; text: string; hasFile: boolean; at: Date },
): Promise<boolean> {
  const { rows } = await sql<SentPart>`
    update messaging_outbox set state = 'sent', said = ''
    where id = (
      select id from messaging_outbox
      where channel_account_id = ${named.accountId} and address = ${address} and state = 'queued'
      order by id limit 1 for update
    ) and (attempts > 0 or leased_until is not null)
      and (case when ${hasFile} then content ->> 'fileId' is not null else content ->> 'text' = ${text} end)
    returning message_id, created_at, ticket_id, part, address`.execute(q);
  return recordProviderId(q, named, rows[0], at);
}

/**
 * As above, by a receipt with an unknown id: only the first unsent message to that address can have been sent. It must also match by our
 * reference or by the beginning of its text. A message that does not match is not locked, so that the sender does not skip it.
 */
export async function markSentByReceipt(
  q: Query,
  named: MessageRef,
  { address, words, reference }: Receipt,
): Promise<boolean> {
  const { rows } = await sql<SentPart>`
    update messaging_outbox set state = 'sent', said = ''
    where id = (
      select min(id) from messaging_outbox
      where channel_account_id = ${named.accountId} and address = ${address} and state = 'queued'
    ) and state = 'queued' and (attempts > 0 or leased_until is not null)
      and case when ${reference}::int is not null then id % 65536 = ${reference}::int
        else ${words} <> '' and starts_with(content ->> 'text', ${words}) end
      and not exists (
        select from messaging_messages
        where channel_account_id = ${named.accountId} and provider_id = ${named.providerId}
      )
    returning message_id, created_at, ticket_id, part, address`.execute(q);
  return recordProviderId(q, named, rows[0], undefined);
}

type MessageRef = { accountId: number; providerId: string };
const SENT_PART_COLUMNS = ['message_id', 'created_at', 'ticket_id', 'part', 'address'] as const;
type SentPart = Pick<MessageOutboxRow, (typeof SENT_PART_COLUMNS)[number]>;

async function recordProviderId(
  q: Query,
  { accountId, providerId }: MessageRef,
  row: SentPart | undefined,
  at: Date | undefined,
): Promise<boolean> {
  if (!row) return false;
  await q
    .insertInto('messaging_messages')
    .values({
      ...row,
      channel_account_id: accountId,
      provider_id: providerId,
      direction: 'out',
      state: 'sent',
      sent_at: at ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

export async function listStates(q: Query, messageId: number): Promise<('queued' | 'sent' | 'failed')[]> {
  const rows = await q
    .selectFrom('messaging_outbox')
    .select('state')
    .where('message_id', '=', messageId)
    .execute();
  return rows.map(({ state }) => state);
}

export async function findOutboxMessage(q: Query, messageId: number) {
  return q
    .selectFrom('messaging_outbox')
    .select(['message_id', 'ticket_id', 'created_at'])
    .where('message_id', '=', messageId)
    .limit(1)
    .executeTakeFirst();
}
