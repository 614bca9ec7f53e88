import { executeUnread, type Query } from '#platform/db';
import type { TimerKind } from './tables.ts';

export type Timer = { conversation_id: number; kind: TimerKind; due_at: string };

/** Starts a timer; a running one is kept, and false returned. */
export async function startTimer(
  q: Query,
  timer: { conversation_id: number; kind: TimerKind; due_at: Date },
): Promise<boolean> {
  const row = await q
    .insertInto('auto_reply_timers')
    .values(timer)
    .onConflict((conflict) => conflict.doNothing())
    .returning('conversation_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Starts a timer anew, whatever kind of wait was running. */
export async function restartTimer(
  q: Query,
  timer: { conversation_id: number; kind: TimerKind; due_at: Date },
): Promise<void> {
  const { conversation_id: _, ...change } = timer;
  await executeUnread(
    q,
    q
      .insertInto('auto_reply_timers')
      .values(timer)
      .onConflict((conflict) => conflict.column('conversation_id').doUpdateSet(change)),
  );
}

/** Something was written: ends the silence timers on all conversations of the ticket. */
export async function endSilenceTimers(q: Query, ticketId: number): Promise<void> {
  await executeUnread(
    q,
    q
      .deleteFrom('auto_reply_timers')
      .where('kind', 'in', ['idle', 'close'])
      .where('conversation_id', 'in', (eb) =>
        eb.selectFrom('conversations').select('id').where('ticket_id', '=', ticketId),
      ),
  );
}

/** Deletes a timer if it is unchanged; false where another process was faster. Call with the ticket locked. */
export async function removeIfUnchanged(
  q: Query,
  { conversation_id: id, kind, due_at: dueAt }: Timer,
): Promise<boolean> {
  const row = await q
    .deleteFrom('auto_reply_timers')
    .where('conversation_id', '=', id)
    .where('kind', '=', kind)
    .where('due_at', '=', dueAt)
    .returning('conversation_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listDue(q: Query, now: Date, limit: number): Promise<Timer[]> {
  return q
    .selectFrom('auto_reply_timers')
    .selectAll()
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Postpones a timer that failed, so that it does not delay the others. */
export async function scheduleRetry(q: Query, seen: Timer, until: Date): Promise<void> {
  await q
    .updateTable('auto_reply_timers')
    .set({ due_at: until })
    .where('conversation_id', '=', seen.conversation_id)
    .where('due_at', '=', seen.due_at)
    .execute();
}
