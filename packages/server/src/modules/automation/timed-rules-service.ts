import { isRuleTime, type FieldChange, type Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { isDue, ruleMomentOf } from './moments.ts';
import * as queue from './queue-store.ts';
import * as rules from './rule-store.ts';
import type { Rule, TimedRule } from './rule-store.ts';
import { hasRun } from './run-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & { settings: Pick<Settings, 'listReference'> };

/** Rules with a time trigger. */
export type TimedRules = {
  /** Queues the tickets that became due since the last run, and notes the time of this run, in one transaction. */
  runDue(): Promise<void>;
  /** Whether the moment that was due still applies; the customer may have got a reply meanwhile. */
  isStill(tx: Tx, rule: Rule, ticket: Ticket, moment: string): Promise<boolean>;
  /**
   * Queues a ticket that is due already when it is created, or that a change has made due in the past, where `runDue` would not
   * find it.
   */
  afterChange(
    tx: Tx,
    ticket: Ticket,
    about: { all: readonly Rule[]; changes: readonly FieldChange[] | undefined },
  ): Promise<void>;
};

export const isTimedRule = (rule: Rule): rule is TimedRule =>
  isRuleTime(rule.trigger) && rule.minutes !== null;
/** The cause of a run of a time rule, which identifies the run. */
export const timedRunCause = (moment: string): string => `due:${Date.parse(moment)}`;

/** Finds the tickets for which a time rule is due. */
export function createTimedRules({ db, clock, log, settings }: Deps): TimedRules {
  async function lookFor(id: number, departmentIds: readonly number[]): Promise<void> {
    await db.transaction(async (tx) => {
      const now = clock.now();
      const rule = await rules.lockRule(tx.q, id);
      if (!rule || !isTimedRule(rule)) return;
      const since = rule.looked_until === null ? now : new Date(rule.looked_until);
      if (since < now) await rules.enqueueDue(tx.q, rule, { since, now, departmentIds });
      await rules.startCheckingFromNow(tx.q, [id], now);
    });
  }

  return {
    async runDue() {
      const timed = (await rules.listRules(db.q)).filter((rule) => rule.is_active && isTimedRule(rule));
      if (timed.length === 0) return;
      const { departments } = await settings.listReference();
      const departmentIds = departments.map(({ id }) => id);
      for (const { id } of timed)
        await lookFor(id, departmentIds).catch((error: unknown) =>
          log.error({ err: error, rule: id }, 'could not look for what is due; within a minute again'),
        );
    },

    async isStill(tx, rule, ticket, moment) {
      if (!isTimedRule(rule)) return false;
      const seen = { ...ticket, status_since: await rules.readStatusSince(tx.q, ticket.id) };
      return ruleMomentOf(rule.trigger, seen) === moment && isDue(rule, seen, clock.now());
    },

    async afterChange(tx, ticket, { all, changes }) {
      if (changes && !changes.some(({ field }) => MOVES.includes(field))) return;
      const now = clock.now();
      for (const rule of all) {
        if (!rule.is_active || !isTimedRule(rule) || !OF_CLOCKS.includes(rule.trigger)) continue;
        const seen = { ...ticket, status_since: null };
        const moment = ruleMomentOf(rule.trigger, seen);
        if (moment === null || !isDue(rule, seen, now)) continue;
        const run = { rule_id: rule.id, ticket_id: ticket.id, cause: timedRunCause(moment) };
        if (!(await hasRun(tx.q, run)))
          await queue.insertDueTicket(tx.q, { rule_id: rule.id, ticket_id: ticket.id, due_at: moment }, now);
      }
    },
  };
}

/** Fields whose change moves a target. After other changes a ticket that was overdue before is not due again. */
const MOVES: readonly string[] = ['priority_id', 'department_id', 'status'];
const OF_CLOCKS: readonly string[] = [
  'first_response_due',
  'first_response_overdue',
  'resolution_due',
  'resolution_overdue',
];
