import type { AfterCall } from '@trunkline/contract';
import { sql } from 'kysely';
import { executeUnread, type Query } from '#platform/db';
import '../tables.ts';

type Written = Pick<AfterCall, 'outcome' | 'notes'>;
export type AgentCallKey = { call_id: number; user_id: number };

/** Ends the user's forms now; what was typed in them stays. */
export async function endAfterCalls(q: Query, userId: number, now: Date): Promise<void> {
  await executeUnread(
    q,
    q
      .updateTable('phone_after_calls')
      .set({ ends_at: now })
      .where('user_id', '=', userId)
      .where('finished_at', 'is', null)
      .where('ends_at', '>', now.toISOString()),
  );
}

/**
 * Opens the form of an agent for a call until `endsAt`. There is one per call and agent: where the call came back to them after they
 * had finished it, it opens again for further notes.
 */
export async function beginAfterCall(
  q: Query,
  own: AgentCallKey,
  { now, endsAt }: { now: Date; endsAt: Date },
): Promise<void> {
  await executeUnread(
    q,
    q
      .insertInto('phone_after_calls')
      .values({ ...own, began_at: now, ends_at: endsAt, outcome: null, finished_at: null })
      .onConflict((conflict) =>
        conflict.columns(['call_id', 'user_id']).doUpdateSet({
          ends_at: endsAt,
          notes: sql`case when phone_after_calls.finished_at is null then phone_after_calls.notes else '' end`,
          finished_at: null,
        }),
      ),
  );
}

/** The newest form of this user that has not ended yet. */
export const findOpenAfterCall = (
  q: Query,
  userId: number,
  now: Date,
): Promise<Omit<AfterCall, 'number'> | undefined> =>
  q
    .selectFrom('phone_after_calls as a')
    .innerJoin('calls as c', 'c.id', 'a.call_id')
    .select(['a.call_id', 'c.ticket_id', 'a.ends_at', 'a.outcome', 'a.notes'])
    .where('a.user_id', '=', userId)
    .where('a.finished_at', 'is', null)
    .where('a.ends_at', '>', now.toISOString())
    .orderBy('a.ends_at', 'desc')
    .executeTakeFirst();

/** Locks a form, and reads the name of its agent and the ticket of its call. */
export const lockAfterCall = (q: Query, { call_id: callId, user_id: userId }: AgentCallKey) =>
  q
    .selectFrom('phone_after_calls as a')
    .innerJoin('calls as c', 'c.id', 'a.call_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['c.ticket_id', 'u.fullname', 'a.outcome', 'a.notes', 'a.ends_at', 'a.finished_at'])
    .where('a.call_id', '=', callId)
    .where('a.user_id', '=', userId)
    .forUpdate('a')
    .executeTakeFirst();

export async function updateAfterCall(
  q: Query,
  own: AgentCallKey,
  change: Partial<Written> & { finished_at?: Date },
): Promise<void> {
  await q
    .updateTable('phone_after_calls')
    .set(change)
    .where('call_id', '=', own.call_id)
    .where('user_id', '=', own.user_id)
    .execute();
}
