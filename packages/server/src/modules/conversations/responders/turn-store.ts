import type { Query } from '#platform/db';
import { defineLeasedQueue } from '#platform/work-queue/index';
import type { ConversationRow } from '../store.ts';
import { RESPONDER_BUDGET_MAX_MS } from './responder.ts';
import './tables.ts';

/** Messages that responders have to answer, in order within each conversation; each is tried once. */
export const responderTurnQueue = defineLeasedQueue({
  name: 'conversations:respond',
  table: 'responder_turns',
  id: 'id',
  owner: 'conversation_id',
  orderingKey: 'conversation_id',
  pending: 'queued',
  failed: 'failed',
  pausesMs: [],
  leaseMs: 2 * RESPONDER_BUDGET_MAX_MS,
});

export type TurnRow = NonNullable<Awaited<ReturnType<typeof responderTurnQueue.claim>>>;
export type NewTurn = Pick<TurnRow, 'conversation_id' | 'key' | 'is_new_case' | 'message_id' | 'message_at'>;

/** Gives the turn to this responder: for the first time, or because the one before passed. */
export async function assignTurn(q: Query, responder: string, turn: NewTurn, now: Date): Promise<void> {
  const anew = { responder, begun_at: null, leased_until: null, next_try_at: now };
  await q
    .insertInto('responder_turns')
    .values({ ...turn, ...anew, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['conversation_id', 'key'])
        .doUpdateSet(anew)
        .where('responder_turns.state', '=', 'queued'),
    )
    .execute();
}

/** Marks the turn as begun; false if a process that crashed had begun it, so that the responder is not asked twice. */
export async function beginTurn(q: Query, { id }: Pick<TurnRow, 'id'>, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('responder_turns')
    .set({ begun_at: now })
    .where('id', '=', id)
    .where('begun_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function hasQueued(q: Query, conversationId: number): Promise<boolean> {
  const row = await q
    .selectFrom('responder_turns')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('state', '=', 'queued')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countAnswered(q: Query, conversationId: number, since: Date): Promise<number> {
  const { n } = await q
    .selectFrom('responder_turns')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('conversation_id', '=', conversationId)
    .where('state', '=', 'answered')
    .where('created_at', '>', since.toISOString())
    .executeTakeFirstOrThrow();
  return n;
}

export async function removeDoneTurns(q: Query, before: Date): Promise<void> {
  await q
    .deleteFrom('responder_turns')
    .where('created_at', '<', before.toISOString())
    .where('state', '<>', 'queued')
    .execute();
}

/** Has the responder hold a waiting conversation; undefined where it was offered to an agent meanwhile. */
export async function holdIfWaiting(
  q: Query,
  id: number,
  { by, until }: { by: string; until: Date },
): Promise<ConversationRow | undefined> {
  return q
    .updateTable('conversations')
    .set({ held_by: by, held_until: until })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('held_by', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Sets when the hold ends unless the responder or the customer does something. */
export async function setDeadline(q: Query, id: number, until: Date): Promise<void> {
  await q
    .updateTable('conversations')
    .set({ held_until: until })
    .where('id', '=', id)
    .where('held_by', 'is not', null)
    .execute();
}

/** Ends the hold. Call with the conversation locked. */
export async function releaseHold(q: Query, id: number): Promise<ConversationRow> {
  return q
    .updateTable('conversations')
    .set({ held_by: null, held_until: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends the hold, and queues the conversation for an agent. Call with it locked. */
export async function handOverToAgent(
  q: Query,
  id: number,
  { handover, now }: { handover: NonNullable<ConversationRow['handed_over']>; now: Date },
): Promise<ConversationRow> {
  return q
    .updateTable('conversations')
    .set({ held_by: null, held_until: null, handed_over: JSON.stringify(handover), waiting_since: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Overdue = { now: Date; names: readonly string[] };

/** Conversations whose hold has expired, or whose responder is not one of `names`. */
export async function listExpiredTurns(q: Query, { now, names }: Overdue): Promise<ConversationRow[]> {
  return q
    .selectFrom('conversations')
    .selectAll()
    .where('held_by', 'is not', null)
    .where(({ or, eb }) =>
      or([eb('held_until', '<=', now.toISOString()), eb('held_by', 'not in', ['', ...names])]),
    )
    .orderBy('held_until')
    .execute();
}
