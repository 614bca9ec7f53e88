import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { Outgoing, Receipt } from './provider.ts';
import './tables.ts';

export type OutgoingRow = {
  id: number;
  message_id: number;
  part: number;
  created_at: string;
  ticket_id: number;
  channel_account_id: number;
  address: string;
  content: Outgoing;
  attempts: number;
  hastened: number;
};

/** What a provider gives back with a message's states. */
export const markOf = ({ id }: Pick<OutgoingRow, 'id'>): string => `trunkline-${id}`;
export const isMark = (text: string): boolean => idOfMark(text) > 0;
export const idOfMark = (mark: string): number => Number(/^trunkline-(\d{1,15})$/.exec(mark)?.[1] ?? 0);

export async function insertOutgoing(
  q: Query,
  rows: readonly (Omit<OutgoingRow, 'id' | 'attempts' | 'hastened'> & { next_try_at: Date })[],
): Promise<void> {
  await q
    .insertInto('messaging_outbox')
    .values(rows.map((row) => ({ ...row, content: JSON.stringify(row.content) })))
    .execute();
}

/**
 * Takes the next message to send. Nobody else takes it until `until`, also where the account is changed meanwhile: who dies
 * with it lets go of it then. One behind another to the same person waits for it, so that they come in their order.
 */
export async function claim(
  q: Query,
  accountId: number,
  { now, until }: { now: Date; until: Date },
): Promise<OutgoingRow | undefined> {
  const { rows } = await sql<OutgoingRow>`
    update messaging_outbox set next_try_at = ${until.toISOString()}, not_before = ${until.toISOString()}
    where id = (
      select o.id from messaging_outbox o
      where o.channel_account_id = ${accountId} and o.state = 'queued' and o.next_try_at <= ${now.toISOString()}
        and not exists (
          select from messaging_outbox b
          where b.channel_account_id = o.channel_account_id and b.address = o.address and b.state = 'queued' and b.id < o.id
        )
      order by o.next_try_at, o.id limit 1 for update skip locked
    )
    returning id, message_id, part, created_at, ticket_id, channel_account_id, address, content, attempts, hastened`.execute(
    q,
  );
  return rows[0];
}

/** Marks one as sent; false where that was known. */
export async function setSent(q: Query, id: number): Promise<boolean> {
  const row = await q
    .updateTable('messaging_outbox')
    .set({ state: 'sent', said: '' })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type PutOff = { state: 'queued' | 'failed'; next_try_at: Date; not_before: Date; said: string };

/**
 * Puts one off, or gives it up; gives when it is tried next, and nothing where it has gone out in the meantime. Where its account was
 * changed while it was on its way, that is as soon as it may.
 */
export async function putOff(
  q: Query,
  { id, hastened }: OutgoingRow,
  { next_try_at: later, ...change }: PutOff,
): Promise<Date | undefined> {
  const soon = change.not_before.toISOString();
  const row = await q
    .updateTable('messaging_outbox')
    .set((eb) => ({
      ...change,
      attempts: eb('attempts', '+', 1),
      next_try_at: sql`case when hastened = ${hastened} then ${later.toISOString()} else ${soon} end::timestamptz`,
    }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('next_try_at')
    .executeTakeFirst();
  return row && new Date(row.next_try_at);
}

/** Of what waits for an account that is switched off, what was not known to do so yet. */
export async function markSwitchedOff(
  q: Query,
  accountId: number,
  most: number,
): Promise<Pick<OutgoingRow, 'message_id' | 'ticket_id' | 'created_at'>[]> {
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

/** It is not sent any more; false where it has gone out in the meantime. */
export async function giveUp(q: Query, id: number, now: Date): Promise<boolean> {
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
 * The provider tells of a message by what we gave along: it has it, though its answer may never have come. Notes which of
 * theirs it is. False where there is none, or that was known.
 */
export async function claimByMark(q: Query, named: Named, mark: string, at?: Date): Promise<boolean> {
  const row = await q
    .updateTable('messaging_outbox')
    .set({ state: 'sent', said: '' })
    .where('id', '=', idOfMark(mark))
    .where('channel_account_id', '=', named.accountId)
    .where('state', '<>', 'sent')
    .returning(CLAIMED)
    .executeTakeFirst();
  return keepClaimed(q, named, row, at);
}

/**
 * As above, where the provider does not give back what we gave along: what is on its way to them, or may have been, and
 * says the same. Those behind it have not been tried yet.
 */
export async function claimByWords(
  q: Query,
  named: Named,
  {
    address,
    text,
    hasFile,
    at,
    now,
  }: { address: string; text: string; hasFile: boolean; at: Date; now: Date },
): Promise<boolean> {
  const { rows } = await sql<Claimed>`
    update messaging_outbox set state = 'sent', said = ''
    where id = (
      select id from messaging_outbox
      where channel_account_id = ${named.accountId} and address = ${address} and state = 'queued'
      order by id limit 1 for update
    ) and (attempts > 0 or next_try_at > ${now.toISOString()})
      and (case when ${hasFile} then content ->> 'fileId' is not null else content ->> 'text' = ${text} end)
    returning message_id, created_at, ticket_id, part, address`.execute(q);
  return keepClaimed(q, named, rows[0], at);
}

/**
 * As above, by a receipt that names a message which we do not know: of those to the same person only the first is on its
 * way, or may have been. It must fit besides: by our number of it, or by how it begins. What does not fit is not held:
 * whoever is to send it would pass it by.
 */
export async function claimByReceipt(
  q: Query,
  named: Named,
  { address, words, reference, now }: Receipt & { now: Date },
): Promise<boolean> {
  const { rows } = await sql<Claimed>`
    update messaging_outbox set state = 'sent', said = ''
    where id = (
      select min(id) from messaging_outbox
      where channel_account_id = ${named.accountId} and address = ${address} and state = 'queued'
    ) and state = 'queued' and (attempts > 0 or next_try_at > ${now.toISOString()})
      and case when ${reference}::int is not null then id % 65536 = ${reference}::int
        else ${words} <> '' and starts_with(content ->> 'text', ${words}) end
      and not exists (
        select from messaging_messages
        where channel_account_id = ${named.accountId} and provider_id = ${named.providerId}
      )
    returning message_id, created_at, ticket_id, part, address`.execute(q);
  return keepClaimed(q, named, rows[0], undefined);
}

type Named = { accountId: number; providerId: string };
const CLAIMED = ['message_id', 'created_at', 'ticket_id', 'part', 'address'] as const;
type Claimed = Pick<OutgoingRow, (typeof CLAIMED)[number]>;

async function keepClaimed(
  q: Query,
  { accountId, providerId }: Named,
  row: Claimed | undefined,
  at: Date | undefined,
): Promise<boolean> {
  if (!row) return false;
  await q
    .insertInto('messaging_messages')
    .values({
      ...{ ...row, channel_account_id: accountId, provider_id: providerId },
      ...{ direction: 'out', state: 'sent', sent_at: at ?? null },
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

/** Queues the parts of a message that have failed; false when none has. */
export async function requeue(
  q: Query,
  messageId: number,
  now: Date,
): Promise<{ accountId: number } | undefined> {
  const rows = await q
    .updateTable('messaging_outbox')
    .set({ state: 'queued', attempts: 0, next_try_at: now, said: '' })
    .where('message_id', '=', messageId)
    .where('state', '=', 'failed')
    .returning('channel_account_id')
    .execute();
  return rows[0] && { accountId: rows[0].channel_account_id };
}

export async function listAccountsWithDue(q: Query, now: Date): Promise<number[]> {
  const rows = await q
    .selectFrom('messaging_outbox')
    .select('channel_account_id')
    .distinct()
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now.toISOString())
    .execute();
  return rows.map((row) => row.channel_account_id);
}

/**
 * What waits for its next attempt has it now: the account was changed, or works again. What is on its way, or may
 * have arrived, still waits for what becomes of it.
 */
export async function hasten(q: Query, accountId: number, now: Date): Promise<void> {
  await q
    .updateTable('messaging_outbox')
    .set({
      next_try_at: sql`case when attempts > 0 then greatest(not_before, ${now.toISOString()}) else next_try_at end`,
      hastened: sql`hastened + 1`,
    })
    .where('channel_account_id', '=', accountId)
    .where('state', '=', 'queued')
    .execute();
}

export async function findOfMessage(q: Query, messageId: number) {
  return q
    .selectFrom('messaging_outbox')
    .select(['ticket_id', 'created_at'])
    .where('message_id', '=', messageId)
    .limit(1)
    .executeTakeFirst();
}
