import type { ScheduledReply } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { defineLeasedQueue } from '#platform/work-queue/index';
import { mergedTicketIdsSql } from '#modules/tickets';
import type { Reply } from '../channel.ts';
import '../tables.ts';

/** The queue of scheduled replies. Refused ones fail at once; only unexpected errors are retried. */
export const scheduledReplyQueue = defineLeasedQueue({
  name: 'conversations:send-scheduled',
  table: 'scheduled_replies',
  id: 'id',
  owner: 'ticket_id',
  pending: 'queued',
  failed: 'failed',
  pausesMs: [5_000, 30_000, 120_000, 600_000],
  leaseMs: 60_000,
});

export type ScheduledRow = NonNullable<Awaited<ReturnType<typeof scheduledReplyQueue.claim>>>;
type NewRow = {
  ticketId: number;
  userId: number;
  reply: Reply;
  solves: boolean;
  sendAt: Date;
  now: Date;
};

export async function insert(
  q: Query,
  { ticketId, userId, reply, solves, sendAt, now }: NewRow,
): Promise<ScheduledRow> {
  return q
    .insertInto('scheduled_replies')
    .values({
      ticket_id: ticketId,
      user_id: userId,
      client_key: reply.client_key,
      reply: JSON.stringify(reply),
      file_ids: reply.file_ids,
      solves,
      next_try_at: sendAt,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The reply with this key, on any of these tickets. */
export async function findByKey(q: Query, ticketIds: readonly number[], key: string) {
  return q
    .selectFrom('scheduled_replies')
    .selectAll()
    .where('ticket_id', 'in', ticketIds)
    .where('client_key', '=', key)
    .executeTakeFirst();
}

/** Locks a reply of this user. */
export async function lockOwn(q: Query, id: number, userId: number): Promise<ScheduledRow | undefined> {
  return q
    .selectFrom('scheduled_replies')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function reschedule(q: Query, id: number, sendAt: Date): Promise<void> {
  await q
    .updateTable('scheduled_replies')
    .set({ state: 'queued', next_try_at: sendAt, leased_until: null, attempts: 0, fault: null })
    .where('id', '=', id)
    .execute();
}

export async function cancel(q: Query, id: number): Promise<void> {
  await sql`update scheduled_replies set state = 'cancelled', cancelled_as = state where id = ${id}`.execute(
    q,
  );
}

/** Restores the state from before the cancellation. */
export async function restore(q: Query, id: number): Promise<void> {
  await sql`update scheduled_replies set state = cancelled_as, cancelled_as = null where id = ${id}`.execute(
    q,
  );
}

type ListedReply = Omit<ScheduledReply, 'attachments'> & { file_ids: string[] };

/** Waiting and failed replies, next one first. `ticketId` becomes their ticket in the result. */
export async function list(q: Query, ticketId: number): Promise<ListedReply[]> {
  const { rows } = await sql<ListedReply>`
    select r.id, ${ticketId}::bigint as ticket_id, json_build_object('id', u.id, 'name', u.fullname) as author,
      r.reply ->> 'body' as body, r.reply -> 'forwards' is not null as is_forward, r.file_ids, r.next_try_at as send_at,
      case r.state when 'queued' then 'waiting' else 'failed' end as state, r.fault
    from scheduled_replies r join users u on u.id = r.user_id
    where r.ticket_id in ${mergedTicketIdsSql(ticketId)} and r.state in ('queued', 'failed')
    order by r.next_try_at, r.id`.execute(q);
  return rows;
}

/** When the next of these is due, and whether one has failed. */
export async function findPending(q: Query, ticketIds: readonly number[]) {
  const { rows } = await sql<{ nextAt: string | null; hasFailed: boolean }>`
    select min(next_try_at) filter (where state = 'queued') as "nextAt",
      coalesce(bool_or(state = 'failed' or attempts > 0), false) as "hasFailed"
    from scheduled_replies where ticket_id = any(${ticketIds}::bigint[]) and state in ('queued', 'failed')`.execute(
    q,
  );
  return rows[0] ?? { nextAt: null, hasFailed: false };
}

/** Those of these files that an unsent reply refers to. */
export async function listScheduledFiles(q: Query, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct f.id from scheduled_replies r, unnest(r.file_ids) as f (id)
    where r.state in ('queued', 'failed') and r.file_ids && ${ids}::uuid[] and f.id = any(${ids}::uuid[])`.execute(
    q,
  );
  return rows.map(({ id }) => id);
}

/** Replies that were to go out in this time and were cancelled, on tickets on which nothing else is to be sent or was. */
export async function listCancelled(q: Query, { from, before }: { from: Date; before: Date }) {
  return q
    .selectFrom('scheduled_replies as r')
    .select(['r.ticket_id', 'r.user_id', 'r.client_key'])
    .where('r.state', '=', 'cancelled')
    .where('r.next_try_at', '>=', from.toISOString())
    .where('r.next_try_at', '<', before.toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('scheduled_replies as other')
            .select('other.id')
            .whereRef('other.ticket_id', '=', 'r.ticket_id')
            .where('other.state', '<>', 'cancelled'),
        ),
      ),
    )
    .execute();
}

export async function removeDoneReplies(q: Query, before: Date): Promise<void> {
  await q
    .deleteFrom('scheduled_replies')
    .where('next_try_at', '<', before.toISOString())
    .where('state', 'in', ['sent', 'cancelled'])
    .execute();
}
