import type { RuleOutcome, RuleRun, RuleResult } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { visibleTo } from '#modules/tickets';
import './tables.ts';

export type NewRun = {
  rule_id: number;
  rule_name: string;
  ticket_id: number;
  cause: string;
  at: Date;
  outcome: RuleOutcome;
  work: RuleResult;
};

/** Whether the rule has run on this ticket for this cause. */
export async function hasRun(
  q: Query,
  run: Pick<NewRun, 'rule_id' | 'ticket_id' | 'cause'>,
): Promise<boolean> {
  const row = await q
    .selectFrom('automation_runs')
    .select('id')
    .where('rule_id', '=', run.rule_id)
    .where('ticket_id', '=', run.ticket_id)
    .where('cause', '=', run.cause)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRun(q: Query, { work, ...run }: NewRun): Promise<void> {
  await q
    .insertInto('automation_runs')
    .values({ ...run, work: JSON.stringify(work) })
    .execute();
}

/**
 * How often a rule did something to a ticket, and how often it was stopped, since two moments; `stopped` is the earlier of
 * them.
 */
export async function countRecentRuns(
  q: Query,
  { rule_id, ticket_id }: Pick<NewRun, 'rule_id' | 'ticket_id'>,
  { done, stopped }: { done: Date; stopped: Date },
): Promise<{ done: number; stopped: number }> {
  const { rows } = await sql<{ done: number; stopped: number }>`
    select count(*) filter (where outcome = 'done' and at > ${done.toISOString()}) as done,
      count(*) filter (where outcome = 'stopped') as stopped
    from automation_runs where rule_id = ${rule_id} and ticket_id = ${ticket_id} and at > ${stopped.toISOString()}`.execute(
    q,
  );
  return rows[0] ?? { done: 0, stopped: 0 };
}

type Page = {
  rule?: number | undefined;
  ticket?: number | undefined;
  before?: number | undefined;
  limit: number;
};

/** Newest first. For a ticket that the viewer may not see no details are given. */
export async function listRuns(
  q: Query,
  viewer: Viewer,
  { rule, ticket, before, limit }: Page,
): Promise<RuleRun[]> {
  // Users who may not see tickets get the runs without tickets.
  const isSeen = viewer.codes.has('TICKETS:VIEW') ? visibleTo(viewer) : sql`false`;
  const parts = [
    sql`r.id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint`,
    ...(rule === undefined ? [] : [sql`r.rule_id = ${rule}`]),
    ...(ticket === undefined ? [] : [sql`r.ticket_id = ${ticket} and ${isSeen}`]),
  ];
  const { rows } = await sql<Omit<RuleRun, keyof RuleResult> & { work: RuleResult }>`
    select r.id, r.rule_id, r.rule_name, r.at, r.outcome, r.work,
      case when ${isSeen}
        then jsonb_build_object('id', t.id, 'number', t.number, 'subject', t.subject, 'status', t.status) end as ticket
    from automation_runs r join tickets t on t.id = r.ticket_id
    where ${sql.join(parts, sql` and `)} order by r.id desc limit ${limit}`.execute(q);
  return rows.map(({ work, ...row }) => ({
    ...row,
    ...work,
    // The changes would reveal the ticket's department and assignee.
    ...(row.ticket === null && { changes: [] }),
  }));
}

/** When each rule last did something. */
export async function listLastRuns(q: Query): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; at: string }>`
    select a.id, l.at from automation_rules a,
      lateral (select at from automation_runs r where r.rule_id = a.id order by r.id desc limit 1) l`.execute(
    q,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

export async function removeRunsBefore(q: Query, at: Date): Promise<void> {
  await q.deleteFrom('automation_runs').where('at', '<', at.toISOString()).execute();
}
