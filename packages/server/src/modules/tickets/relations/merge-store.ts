import { LIMITS, type Message } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { MergedTickets } from '../merged-tickets.ts';
import { isToCustomer } from '../timeline/forwards.ts';
import { findWaitingSince } from '../timeline/unanswered.ts';
import type { BeforeMerge } from './tables.ts';
import '../tables.ts';
import './tables.ts';

/** Sets or clears the ticket that this one is merged into. A merged ticket has no waiting customer. */
export async function setMergedInto(q: Query, id: number, into: number | null, now: Date): Promise<void> {
  const waits = into === null ? {} : { waiting_since: null, unread: 0 };
  await q
    .updateTable('tickets')
    .set({ ...waits, merged_into: into, updated_at: now, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute();
}

type NewMerge = { ticketId: number; intoId: number; userId: number; now: Date; before: BeforeMerge };

export async function insertMerge(
  q: Query,
  { ticketId, intoId, userId, now, before }: NewMerge,
): Promise<void> {
  // Both tickets are locked, so everything that is stored from now on has a higher id.
  await sql`insert into ticket_merges (ticket_id, into_id, merged_by, merged_at, last_message_id, before)
    values (${ticketId}, ${intoId}, ${userId}, ${now}, (select last_value from ${sql.raw(MESSAGE_IDS)}), ${JSON.stringify(before)}::jsonb)`.execute(
    q,
  );
}

const MESSAGE_IDS = 'messages_id_seq';

export async function findCurrentMerge(q: Query, ticketId: number) {
  return q
    .selectFrom('ticket_merges')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('parted_at', 'is', null)
    .executeTakeFirst();
}

type MergeSnapshots = NonNullable<BeforeMerge['kept']>;

/** Stores the snapshots of both tickets around a merge; null: they are no longer valid. */
export async function saveMergeSnapshots(
  q: Query,
  ticketId: number,
  kept: MergeSnapshots | null,
): Promise<void> {
  await sql`update ticket_merges set before = before || ${JSON.stringify({ kept })}::jsonb
    where ticket_id = ${ticketId} and parted_at is null`.execute(q);
}

/**
 * Removes the copies of drafts that were made for the merge, unless they were edited since. Returns the users who have no draft
 * left on the target.
 */
export async function removeCopiedDrafts(q: Query, from: number, into: number): Promise<number[]> {
  const { rows } = await sql<{
    user_id: number;
  }>`with gone as (delete from ticket_drafts d using ticket_drafts own
    where d.ticket_id = ${into} and own.ticket_id = ${from} and own.user_id = d.user_id and own.kind = d.kind
    and own.updated_at = d.updated_at and own.body = d.body returning d.user_id, d.kind)
    select distinct user_id from gone g where not exists (select from ticket_drafts d where d.ticket_id = ${into}
      and d.user_id = g.user_id and (d.user_id, d.kind) not in (select user_id, kind from gone))`.execute(q);
  return rows.map((row) => row.user_id);
}

export async function endMerge(q: Query, id: number, userId: number, now: Date): Promise<void> {
  await q
    .updateTable('ticket_merges')
    .set({ parted_at: now, parted_by: userId })
    .where('id', '=', id)
    .execute();
}

/** The tickets merged into a ticket, latest first. */
export async function listMerged(q: Query, intoId: number) {
  return q
    .selectFrom('ticket_merges as m')
    .innerJoin('tickets as t', 't.id', 'm.ticket_id')
    .innerJoin('customers as c', 'c.id', 't.customer_id')
    .leftJoin('users as u', 'u.id', 'm.merged_by')
    .where('m.into_id', '=', intoId)
    .where('m.parted_at', 'is', null)
    .orderBy('m.id', 'desc')
    .limit(LIMITS.mergedTickets)
    .select([
      't.id',
      't.number',
      't.subject',
      't.status',
      't.customer_id',
      'c.name as customer_name',
      't.department_id',
      't.assignee_id',
      'm.merged_at',
      'u.fullname as merged_by',
    ])
    .execute();
}

/** Copies drafts on the merged ticket to the target, unless their authors have one there. Returns the authors. */
export async function copyDrafts(q: Query, from: number, into: number): Promise<number[]> {
  const { rows } = await sql<{
    user_id: number;
  }>`insert into ticket_drafts (ticket_id, user_id, kind, body, file_ids, updated_at)
    select ${into}, user_id, kind, body, file_ids, updated_at from ticket_drafts where ticket_id = ${from}
    on conflict do nothing returning user_id`.execute(q);
  return [...new Set(rows.map((row) => row.user_id))];
}

type MessageMove = { from: MergedTickets; into: number };

/** Moves messages to another ticket, with everything that belongs to them. Returns the ids of those that were moved. */
export async function moveMessages(
  q: Query,
  { from, into }: MessageMove,
  which: MessageSelection,
): Promise<number[]> {
  const rows = await pick(q, from, which).set({ ticket_id: into }).returning('id').execute();
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return ids;
  await sql`update files set ticket_id = ${into} where message_id = any(${ids}::bigint[])`.execute(q);
  await sql`update message_keys set ticket_id = ${into}
    where ticket_id = any(${from.ids}::bigint[]) and message_id = any(${ids}::bigint[])`.execute(q);
  return ids;
}

export type MessageSelection =
  | { ids: readonly number[] }
  | { from: number }
  /** The messages after an id that belong to these conversations or calls. */
  | { after: number; since: string; conversations: readonly number[]; calls: readonly number[] };

function pick(q: Query, { ids, since }: MergedTickets, which: MessageSelection) {
  const own = q.updateTable('messages').where('ticket_id', 'in', ids).where('created_at', '>=', since);
  if ('after' in which)
    return own
      .where('created_at', '>=', which.since)
      .where('id', '>', which.after)
      .where(
        sql<boolean>`(conversation_id = any(${which.conversations}::bigint[]) or (event ->> 'call_id')::bigint = any(${which.calls}::bigint[]))`,
      );
  const spoken = own.where('kind', '<>', 'event');
  return 'ids' in which ? spoken.where('id', 'in', which.ids) : spoken.where('id', '>=', which.from);
}

/** The conversations of a ticket's messages, latest first. */
export async function listConversations(q: Query, ticketId: number, since: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select conversation_id as id from messages
    where ticket_id = ${ticketId} and created_at >= ${since} and conversation_id is not null
    group by 1 order by max(id) desc`.execute(q);
  return rows.map((row) => row.id);
}

type MergedSpan = { ticketId: number; since: string; from: number; to: number };

export async function moveToConversation(q: Query, { ticketId, since, from, to }: MergedSpan): Promise<void> {
  await q
    .updateTable('messages')
    .set({ conversation_id: to })
    .where('ticket_id', '=', ticketId)
    .where('created_at', '>=', since)
    .where('conversation_id', '=', from)
    .execute();
}

type Traces = {
  last: Pick<Message, 'kind' | 'body' | 'created_at' | 'id'> | undefined;
  waiting_since: string | null;
  unread: number;
};

/** What the messages of a ticket determine: the preview of the last one, and since when the customer waits. */
export async function readTraces(q: Query, { ids, since }: MergedTickets): Promise<Traces> {
  const spoken = sql`m.created_at >= ${since} and m.author_type <> 'system' and ${isToCustomer('m.mail')}`;
  const { rows: last } = await sql<NonNullable<Traces['last']> & { answered: number }>`
    select head.* from unnest(${ids}::bigint[]) f(id) cross join lateral (
      select m.id, m.kind, m.body, m.created_at from messages m
      where m.ticket_id = f.id and m.kind in ('inbound', 'outbound') and ${spoken} order by m.id desc limit 1) head
    order by head.id desc limit 1`.execute(q);
  const { rows: open } = await sql<{ unread: number }>`
    with answered as (select coalesce(max(m.id), 0) as id from messages m
      where m.ticket_id = any(${ids}::bigint[]) and m.kind = 'outbound' and ${spoken})
    select count(*) filter (where m.state <> 'read') as unread
    from messages m, answered
    where m.ticket_id = any(${ids}::bigint[]) and m.kind = 'inbound' and ${spoken} and m.id > answered.id`.execute(
    q,
  );
  const waiting_since = await findWaitingSince(q, { ids, since });
  return { last: last[0], waiting_since, unread: open[0]?.unread ?? 0 };
}
