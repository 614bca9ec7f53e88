import type { RuleTime } from '@trunkline/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import { dueOffsetMs } from './moments.ts';
import './tables.ts';

export type Rule = Selectable<Tables['automation_rules']>;
export type TimedRule = Rule & { trigger: RuleTime; minutes: number };

/** All rules in their order, including inactive ones. */
export const listRules = (q: Query): Promise<Rule[]> =>
  q.selectFrom('automation_rules').selectAll().orderBy('position').orderBy('id').execute();

export const findRule = (q: Query, id: number): Promise<Rule | undefined> =>
  q.selectFrom('automation_rules').selectAll().where('id', '=', id).executeTakeFirst();

/** From now on these rules only consider what becomes due later. */
export async function startCheckingFromNow(q: Query, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await q.updateTable('automation_rules').set({ looked_until: now }).where('id', 'in', ids).execute();
}

/** Locks the rule; undefined where another process has it. */
export const lockRule = (q: Query, id: number): Promise<Rule | undefined> =>
  q
    .selectFrom('automation_rules')
    .selectAll()
    .where('id', '=', id)
    .where('is_active', '=', true)
    // Rows that refer to the rule can still be inserted meanwhile.
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();

/**
 * Queues the tickets that became due for a rule since it was last looked at. The query reads the interval between these two
 * moments from sorted indexes: neither what is not due yet, nor what was due long ago.
 */
export async function enqueueDue(
  q: Query,
  rule: TimedRule,
  { since, now, departmentIds }: { since: Date; now: Date; departmentIds: readonly number[] },
): Promise<void> {
  await sql`
    insert into automation_queue (ticket_id, kind, rule_id, due_at, rests_until, created_at)
    select d.id, 'due', ${rule.id}, d.moment, ${now.toISOString()}, ${now.toISOString()}
    from (${dueSql(rule, { since, now, departmentIds })}) d order by d.id
    on conflict do nothing`.execute(q);
}

type Window = { since: Date; now: Date; departmentIds: readonly number[] };

/** The tickets of a rule in the interval, with the moment that each is due for. */
export function dueSql(rule: TimedRule, { since, now, departmentIds }: Window): RawBuilder<unknown> {
  const at = (date: Date) => sql`${new Date(date.getTime() - dueOffsetMs(rule)).toISOString()}::timestamptz`;
  const within = (column: RawBuilder<unknown>) => sql`${column} > ${at(since)} and ${column} <= ${at(now)}`;
  const standing = sql`t.merged_into is null`;
  // The same two conditions with which the indexes of the desk's lists begin.
  const open = sql`t.department_id = any(${departmentIds}::bigint[])
    and t.status = any(array['open', 'pending', 'on_hold']) and ${standing}`;
  const clocks = (kind: 'first_response' | 'resolution', state: RawBuilder<unknown>) => sql`
    select t.id, c.due_at as moment from sla_clocks c join tickets t on t.id = c.ticket_id
    where c.kind = ${kind} and ${state} and ${within(sql`c.due_at`)} and ${standing}`;
  const running = sql`c.state = 'running'`;
  const late = sql`c.state = 'breached' and c.ended_at is null`;
  switch (rule.trigger) {
    case 'since_created':
      return sql`select t.id, t.created_at as moment from tickets t where ${open} and ${within(sql`t.created_at`)}`;
    case 'unanswered':
      return sql`select t.id, t.waiting_since as moment from tickets t
        where ${open} and t.waiting_since is not null and ${within(sql`t.waiting_since`)}`;
    case 'customer_silent':
      return sql`select t.id, t.last_message_at as moment from tickets t
        where ${open} and t.last_message_by = 'agent' and ${within(sql`t.last_message_at`)}`;
    case 'in_status':
      return sql`select t.id, t.status_since as moment from tickets t
        where ${standing} and t.status_since is not null and ${within(sql`t.status_since`)}`;
    case 'first_response_due':
      return clocks('first_response', running);
    case 'resolution_due':
      return clocks('resolution', running);
    case 'first_response_overdue':
      return sql`${clocks('first_response', running)} union all ${clocks('first_response', late)}`;
    case 'resolution_overdue':
      return sql`${clocks('resolution', running)} union all ${clocks('resolution', late)}`;
  }
}

export async function readStatusSince(q: Query, ticketId: number): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select status_since as since from tickets where id = ${ticketId}`.execute(q);
  return rows[0]?.since ?? null;
}
