import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { MediaId } from '@trunkline/contract';
import { executeUnread, type Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import type { OfferEnd } from './tables.ts';

export type ConversationRow = Selectable<Tables['conversations']>;

export type NewConversation = Pick<
  ConversationRow,
  | 'ticket_id'
  | 'customer_id'
  | 'media_id'
  | 'channel_account_id'
  | 'address'
  | 'department_id'
  | 'status'
  | 'agent_id'
> & {
  now: Date;
  asks_once?: boolean;
  origin_ticket_id?: number | null;
  open_until?: string | Date | null;
  refuses_since?: string | Date | null;
};

export async function insertConversation(
  q: Query,
  { now, ...row }: NewConversation,
): Promise<ConversationRow> {
  return q
    .insertInto('conversations')
    .values({
      ...row,
      waiting_since: now,
      started_at: now,
      ended_at: row.status === 'ended' ? now : null,
      let_go_at: null,
      taken_at: null,
      held_until: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findConversation(q: Query, id: number): Promise<ConversationRow | undefined> {
  return q.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the conversation. Code that locks several keeps the order ticket, conversation, call. */
export async function lockConversation(q: Query, id: number): Promise<ConversationRow | undefined> {
  return q.selectFrom('conversations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type AddressOrCustomer = { address: string } | { customerId: number };

/** The latest conversation on this account: of an address, an open one first; of a customer, whatever its medium. */
export async function findLatest(
  q: Query,
  accountId: number,
  whose: AddressOrCustomer,
): Promise<ConversationRow | undefined> {
  const all = q.selectFrom('conversations').selectAll().where('channel_account_id', '=', accountId);
  const own =
    'address' in whose
      ? all.where('address', '=', whose.address)
      : all.where('customer_id', '=', whose.customerId);
  const latest = await own.orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!latest || latest.status !== 'ended' || !('address' in whose)) return latest;
  // A split-off ticket has a newer conversation, which is not open.
  return (await own.where('status', '<>', 'ended').executeTakeFirst()) ?? latest;
}

/** How many of a customer's conversations are searched for one to continue. */
const LATEST = 20;

/** The latest conversation of a customer on these media in accounts of a department, an open one before those that ended. */
export async function findLatestAmong(
  q: Query,
  { customerId, departmentId, mediaIds }: { customerId: number; departmentId: number; mediaIds: MediaId[] },
): Promise<ConversationRow | undefined> {
  const rows = await q
    .selectFrom('conversations as c')
    .innerJoin('channel_accounts as a', 'a.id', 'c.channel_account_id')
    .selectAll('c')
    .where('c.customer_id', '=', customerId)
    .where('c.media_id', 'in', mediaIds)
    .where('a.department_id', '=', departmentId)
    .orderBy('c.id', 'desc')
    .limit(LATEST)
    .execute();
  return rows.find(({ status }) => status !== 'ended') ?? rows[0];
}

/** Locks a customer for opening or continuing a ticket, until this transaction ends: they may write on two channels at once. */
export async function lockCustomerTickets(q: Query, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('case'), hashtext(${String(customerId)}))`.execute(q);
}

export async function listOfAddress(
  q: Query,
  accountId: number,
  address: string,
): Promise<ConversationRow[]> {
  const rows = await q
    .selectFrom('conversations')
    .selectAll()
    .where('channel_account_id', '=', accountId)
    .where('address', '=', address)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return rows.toSorted((a, b) => Number(a.status === 'ended') - Number(b.status === 'ended'));
}

/** Sets or clears that an address wants no more messages. Returns the conversations that changed. */
export async function setAddressOptOut(
  q: Query,
  { accountId, address }: { accountId: number; address: string },
  since: Date | null,
): Promise<ConversationRow[]> {
  return q
    .updateTable('conversations')
    .set({ refuses_since: since })
    .where('channel_account_id', '=', accountId)
    .where('address', '=', address)
    .where('refuses_since', since ? 'is' : 'is not', null)
    .returningAll()
    .execute();
}

/**
 * Sets until when free replies may be sent to an address, on all of its conversations. Returns those that changed: an extension
 * by a minute is left out, so that a lively customer does not change all of them with every message.
 */
export async function extendReplyWindow(
  q: Query,
  { accountId, address }: { accountId: number; address: string },
  until: Date,
): Promise<ConversationRow[]> {
  return q
    .updateTable('conversations')
    .set({ open_until: until })
    .where('channel_account_id', '=', accountId)
    .where('address', '=', address)
    .where(({ or, eb }) =>
      or([
        eb('open_until', 'is', null),
        eb('open_until', '<', new Date(until.getTime() - 60_000).toISOString()),
      ]),
    )
    .returningAll()
    .execute();
}

/** Moves the conversations of a ticket to another; each keeps the ticket on which it began. */
export async function moveToTicket(q: Query, from: number, into: number): Promise<ConversationRow[]> {
  return q
    .updateTable('conversations')
    .set({ ticket_id: into, origin_ticket_id: sql`coalesce(origin_ticket_id, ticket_id)` })
    .where('ticket_id', '=', from)
    .returningAll()
    .execute();
}

/** Moves conversations that began on one of these tickets back to this one of them. */
export async function moveBackToOrigin(
  q: Query,
  mergedTickets: readonly number[],
  into: number,
): Promise<ConversationRow[]> {
  return q
    .updateTable('conversations')
    .set({ ticket_id: into, origin_ticket_id: sql`nullif(origin_ticket_id, ${into})` })
    .where('origin_ticket_id', 'in', mergedTickets)
    .returningAll()
    .execute();
}

export async function listOfTicket(q: Query, ticketId: number): Promise<ConversationRow[]> {
  return q.selectFrom('conversations').selectAll().where('ticket_id', '=', ticketId).orderBy('id').execute();
}

/** The conversations with their customers: after tickets of two customers were merged, not all belong to the ticket's own. */
export async function listWithCustomers(q: Query, ticketId: number) {
  return q
    .selectFrom('conversations as c')
    .innerJoin('tickets as t', 't.id', 'c.ticket_id')
    .innerJoin('customers as k', 'k.id', 'c.customer_id')
    .selectAll('c')
    .select(['k.name as customer_name', sql<boolean>`c.customer_id = t.customer_id`.as('is_of_ticket')])
    .where('c.ticket_id', '=', ticketId)
    .orderBy('c.id')
    .execute();
}

export async function listByIds(q: Query, ids: readonly number[]): Promise<ConversationRow[]> {
  if (ids.length === 0) return [];
  return q.selectFrom('conversations').selectAll().where('id', 'in', ids).orderBy('id').execute();
}

/** The accounts on which a user has a conversation that has not ended. */
export async function listAccountsOfAgent(q: Query, agentId: number): Promise<number[]> {
  const rows = await q
    .selectFrom('conversations')
    .select('channel_account_id')
    .distinct()
    .where('agent_id', '=', agentId)
    .where('status', '=', 'active')
    .execute();
  return rows.map((row) => row.channel_account_id);
}

export async function isOnAccount(q: Query, accountId: number): Promise<boolean> {
  const own = q.selectFrom('conversations').select('id').where('channel_account_id', '=', accountId).limit(1);
  return (await own.executeTakeFirst()) !== undefined;
}

type Change = Partial<
  Pick<ConversationRow, 'status' | 'department_id' | 'offered_to' | 'agent_id' | 'passed_over'> & {
    waiting_since: Date;
    offered_at: Date | null;
    offer_expires_at: Date | null;
    let_go_at: Date | null;
    ended_at: Date | null;
    taken_at: Date | null;
    taken_key: string | null;
  }
>;

/**
 * Changes a conversation that is still in the state the caller saw; undefined when another process was faster. A responder that
 * holds it loses it when it no longer waits.
 */
export async function updateIfUnchanged(
  q: Query,
  seen: Pick<ConversationRow, 'id' | 'status' | 'offered_to' | 'held_by'>,
  change: Change,
): Promise<ConversationRow | undefined> {
  const isTakenAway = seen.held_by !== null && change.status !== undefined && change.status !== 'waiting';
  return q
    .updateTable('conversations')
    .set({ ...change, ...(isTakenAway && handedOverColumns(seen.held_by, change.status)) })
    .where('id', '=', seen.id)
    .where('status', '=', seen.status)
    .where(sql<boolean>`offered_to is not distinct from ${seen.offered_to}`)
    .where(sql<boolean>`held_by is not distinct from ${seen.held_by}`)
    .returningAll()
    .executeTakeFirst();
}

function handedOverColumns(by: string | null, status: ConversationRow['status'] | undefined) {
  const handover = { by, reason: status === 'ended' ? 'ended' : 'taken', collected: [] };
  return { held_by: null, held_until: null, handed_over: JSON.stringify(handover) };
}

/** The conversation that this user took by hand with that key, and still has. */
export async function findTakenByKey(
  q: Query,
  userId: number,
  key: string,
): Promise<ConversationRow | undefined> {
  return q
    .selectFrom('conversations')
    .selectAll()
    .where('status', '=', 'active')
    .where('agent_id', '=', userId)
    .where('taken_key', '=', key)
    .executeTakeFirst();
}

export async function setTakenKey(q: Query, id: number, key: string): Promise<void> {
  await q.updateTable('conversations').set({ taken_key: key }).where('id', '=', id).execute();
}

export async function listOfferedTo(q: Query, userId: number): Promise<ConversationRow[]> {
  return q
    .selectFrom('conversations')
    .selectAll()
    .where('status', '=', 'offered')
    .where('offered_to', '=', userId)
    .execute();
}

/** How many chats this user has or is being offered; calls are counted with the calls. */
export async function countAssignedChats(
  q: Query,
  userId: number,
  mediaIds: readonly MediaId[],
): Promise<{ chats: number; offers: number }> {
  const { rows } = await sql<{ chats: number; offers: number }>`select
    (select count(*) from conversations where status = 'active' and agent_id = ${userId}
      and media_id = any(${mediaIds}::int[])) as chats,
    (select count(*) from conversations where status = 'offered' and offered_to = ${userId}) as offers`.execute(
    q,
  );
  return rows[0] ?? { chats: 0, offers: 0 };
}

export async function listExpired(q: Query, now: Date): Promise<ConversationRow[]> {
  return q
    .selectFrom('conversations')
    .selectAll()
    .where('status', '=', 'offered')
    .where('offer_expires_at', '<=', now.toISOString())
    .execute();
}

export async function insertOffer(
  q: Query,
  conversationId: number,
  userId: number,
  now: Date,
): Promise<void> {
  await executeUnread(
    q,
    q.insertInto('conversation_offers').values({
      conversation_id: conversationId,
      user_id: userId,
      offered_at: now,
      ended_at: null,
      outcome: null,
    }),
  );
}

export async function endOffer(
  q: Query,
  conversationId: number,
  { outcome, now }: { outcome: OfferEnd; now: Date },
): Promise<void> {
  await executeUnread(
    q,
    q
      .updateTable('conversation_offers')
      .set({ outcome, ended_at: now })
      .where('conversation_id', '=', conversationId)
      .where('outcome', 'is', null),
  );
}

/** Whether an offer to this agent has ended since the conversation last began to wait; with `outcome`, in that way. */
export async function hasEndedOffer(
  q: Query,
  { id, waiting_since: since }: Pick<ConversationRow, 'id' | 'waiting_since'>,
  userId: number,
  outcome: OfferEnd | undefined,
): Promise<boolean> {
  const ended = q
    .selectFrom('conversation_offers')
    .select('id')
    .where('conversation_id', '=', id)
    .where('user_id', '=', userId)
    .where('offered_at', '>=', since)
    .where('outcome', outcome ? '=' : 'is not', outcome ?? null)
    .limit(1);
  return (await ended.executeTakeFirst()) !== undefined;
}
