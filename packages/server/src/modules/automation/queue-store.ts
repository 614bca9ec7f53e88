import { sql, type Selectable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import type { RuleTriggerEvent } from './trigger-events.ts';
import './tables.ts';

export type QueuedRuleEvent = Selectable<Tables['automation_queue']>;
/** The rule that caused an event, and the length of the chain of such causes. */
export type RuleOrigin = { after_rule: number; depth: number };

export async function insertRuleEvents(
  q: Query,
  happenings: readonly RuleTriggerEvent[],
  { origin, now }: { origin: RuleOrigin | undefined; now: Date },
): Promise<void> {
  await q
    .insertInto('automation_queue')
    .values(
      happenings.map(({ facts, ...one }) => ({
        ...one,
        ...origin,
        facts: JSON.stringify(facts),
        rule_id: null,
        due_at: null,
        after_rule: origin?.after_rule ?? null,
        rests_until: now,
        created_at: now,
      })),
    )
    .execute();
}

/** Queues a ticket that a change has made due for a rule. */
export async function insertDueTicket(
  q: Query,
  due: { ticket_id: number; rule_id: number; due_at: string },
  now: Date,
): Promise<void> {
  await q
    .insertInto('automation_queue')
    .values({ ...due, kind: 'due', after_rule: null, rests_until: now, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Tickets with queued events, unless their first is postponed. Messages and due times come before changes, of which one bulk
 * update may cause thousands.
 */
export async function listTickets(
  q: Query,
  { now, without, limit }: { now: Date; without: readonly number[]; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ ticket_id: number }>`
    select a.ticket_id from automation_queue a
    where a.rests_until <= ${now.toISOString()} and a.ticket_id <> all(${without}::bigint[])
      and not exists (select from automation_queue b where b.ticket_id = a.ticket_id and b.id < a.id)
    order by a.kind = 'ticket_changed', a.id limit ${limit}`.execute(q);
  return rows.map((row) => row.ticket_id);
}

/**
 * The first queued event of a ticket. Call with the ticket locked, so that events of a ticket are handled one after the other.
 */
export const findNextRuleEvent = (q: Query, ticketId: number): Promise<QueuedRuleEvent | undefined> =>
  q
    .selectFrom('automation_queue')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** Notes that these rules have handled it. */
export async function markRulesDone(q: Query, id: number, done: readonly number[]): Promise<void> {
  await q
    .updateTable('automation_queue')
    .set({ done: sql`${done}::bigint[]`, attempts: 0 })
    .where('id', '=', id)
    .execute();
}

export async function removeRuleEvent(q: Query, id: number): Promise<void> {
  await q.deleteFrom('automation_queue').where('id', '=', id).execute();
}

/** Postpones it; returns how often it was tried. */
export async function scheduleRetry(q: Query, id: number, until: Date): Promise<number> {
  const row = await q
    .updateTable('automation_queue')
    .set({ attempts: sql`attempts + 1`, rests_until: until })
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts ?? 0;
}

/** Continues without delay, leaving out the rule that failed. */
export async function resumeWithoutFailedRule(
  q: Query,
  id: number,
  { done, now }: { done: readonly number[]; now: Date },
): Promise<void> {
  await markRulesDone(q, id, done);
  await q.updateTable('automation_queue').set({ rests_until: now }).where('id', '=', id).execute();
}
