import type { Block, Blockable, MediaId, RefusedMessage } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';

/** A sender or caller with every address, number and contact by which they may be blocked. */
export type BlockableSender = {
  emails?: readonly string[];
  phones?: readonly string[];
  contact?: { accountId: number; address: string };
};
type Target = Pick<Block, 'kind' | 'value' | 'account_id'>;

export async function findBlock(
  q: Query,
  { emails = [], phones = [], contact }: BlockableSender,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from blocks where removed_at is null and ((kind = 'email' and value = any(${emails}::text[]))
      or (kind = 'phone' and value = any(${phones}::text[]))
      or (kind = 'contact' and value = ${contact?.address ?? ''} and account_id = ${contact?.accountId ?? null}))
    order by id limit 1`.execute(q);
  return rows[0]?.id;
}

type Refused = { mediaId: MediaId; body: string; key: string; at: Date };

/** Records a refused message; the same key is recorded once. */
export async function insertRefusedMessage(
  q: Query,
  id: number,
  { mediaId, body, key, at }: Refused,
): Promise<void> {
  await sql`
    with added as (
      insert into refusals (block_id, key, media_id, body, at) values (${id}, ${key}, ${mediaId}, ${body}, ${at})
      on conflict do nothing returning at)
    update blocks b set refused = b.refused + 1, last_refused_at = a.at from added a where b.id = ${id}`.execute(
    q,
  );
}

const BLOCKS = sql`select b.id, b.kind, b.value, b.account_id, a.media_id, b.name, b.reason, b.created_at, b.refused, b.last_refused_at,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.fullname) end as user
  from blocks b left join channel_accounts a on a.id = b.account_id left join users u on u.id = b.user_id`;

export async function listBlocks(q: Query): Promise<Block[]> {
  const { rows } = await sql<Block>`${BLOCKS} where b.removed_at is null order by b.id desc`.execute(q);
  return rows;
}

export async function readBlock(q: Query, id: number): Promise<Block | undefined> {
  const { rows } = await sql<Block>`${BLOCKS} where b.id = ${id} and b.removed_at is null`.execute(q);
  return rows[0];
}

export async function findBlockTarget(
  q: Query,
  { kind, value, account_id: account }: Target,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from blocks
    where kind = ${kind} and value = ${value} and account_id is not distinct from ${account} and removed_at is null`.execute(
    q,
  );
  return rows[0]?.id;
}

type NewBlock = Target & Pick<Block, 'name' | 'reason'> & { userId: number; now: Date };

/** Returns undefined if the target is blocked already. */
export async function insertBlock(q: Query, { userId, now, ...row }: NewBlock): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into blocks (kind, value, account_id, name, reason, user_id, created_at)
    values (${row.kind}, ${row.value}, ${row.account_id}, ${row.name}, ${row.reason}, ${userId}, ${now})
    on conflict do nothing returning id`.execute(q);
  return rows[0]?.id;
}

export async function markRemoved(q: Query, id: number, now: Date): Promise<void> {
  await sql`update blocks set removed_at = ${now} where id = ${id}`.execute(q);
}

/** The target of a removed block. */
export async function findRemoved(q: Query, id: number): Promise<Target | undefined> {
  const { rows } = await sql<Target>`select kind, value, account_id from blocks
    where id = ${id} and removed_at is not null for update`.execute(q);
  return rows[0];
}

/** Returns false if the target was blocked again meanwhile. */
export async function restoreBlock(q: Query, id: number, target: Target): Promise<boolean> {
  if ((await findBlockTarget(q, target)) !== undefined) return false;
  await sql`update blocks set removed_at = null where id = ${id}`.execute(q);
  return true;
}

export async function purgeRemovedBlocks(q: Query, before: Date): Promise<void> {
  await sql`delete from blocks where removed_at < ${before}`.execute(q);
}

export async function listRefusedMessages(q: Query, id: number): Promise<RefusedMessage[]> {
  const { rows } = await sql<RefusedMessage>`
    select id, media_id, body, at from refusals where block_id = ${id} order by id desc limit 100`.execute(q);
  return rows;
}

export async function purgeRefusedMessages(q: Query, before: Date): Promise<void> {
  await sql`delete from refusals where at < ${before}`.execute(q);
}

/** The contacts from which a customer has written on these media, by account. */
export async function listBlockableContacts(
  q: Query,
  customerId: number,
  media: readonly MediaId[],
): Promise<Omit<Blockable, 'block_id'>[]> {
  const { rows } = await sql<Omit<Blockable, 'block_id'>>`
    select distinct 'contact' as kind, address as value, channel_account_id as account_id, media_id from conversations
    where customer_id = ${customerId} and address <> '' and media_id = any(${media}::int[])
    order by media_id, address limit 50`.execute(q);
  return rows;
}
