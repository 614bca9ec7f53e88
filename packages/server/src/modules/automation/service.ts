import {
  isRuleTime,
  type BodyOf,
  type listRuleRuns,
  type QueryOf,
  type ResponseOf,
  type RuleRun,
  type RuleState,
  type tryRule,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { EmittedEvent, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Conversations } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { createRuleExecution } from './rule-execution-service.ts';
import { createTimedRules } from './timed-rules-service.ts';
import { registerRuleRunErasure } from './erasing.ts';
import { ruleTriggerEventsOf } from './trigger-events.ts';
import { missingReferencesIn } from './plan.ts';
import * as queue from './queue-store.ts';
import type { RuleOrigin } from './queue-store.ts';
import * as rules from './rule-store.ts';
import * as runs from './run-store.ts';
import { createRuleTester } from './rule-test-service.ts';
import { createRuleRunner } from './rule-runner-service.ts';

export type AutomationDeps = Platform & {
  settings: Settings;
  agents: Agents;
  customers: Pick<Customers, 'erasing'>;
  tickets: Tickets;
  conversations: Conversations;
};

const KEPT_MS = 90 * 86_400_000;
/** The triggers in use are read again at least this often, in case the notice of a change is lost. */
const WANTED_MS = 10_000;

/** Automation rules: a trigger (an event or a time), conditions, and actions. */
export type Automation = {
  /** The runs of rules on tickets that this user sees, newest first, for 90 days. */
  listRuns(
    viewer: Viewer,
    page: QueryOf<typeof listRuleRuns>,
  ): Promise<{ data: RuleRun[]; has_more: boolean }>;
  /** When each rule last ran, and what it refers to that is not in use any more. */
  listStates(): Promise<RuleState[]>;
  /**
   * What a rule would have done in the last days; changes nothing. @throws AppError `forbidden` for users who see no tickets
   */
  tryRule(viewer: Viewer, rule: BodyOf<typeof tryRule>): Promise<ResponseOf<typeof tryRule>['data']>;
  /** Runs everything that is due by now. */
  recoverPending(): Promise<void>;
  /** Starts to work, also on what was left before. */
  start(): void;
  /** Resolves when the running work has ended. */
  stop(): Promise<void>;
};

export function createAutomation(deps: AutomationDeps): Automation {
  const { db, clock, jobs, notices, settings, log } = deps;
  // The rule that a transaction belongs to: events in it are caused by that rule.
  const origins = new WeakMap<Tx, RuleOrigin>();
  registerRuleRunErasure(deps.customers);
  const doing = createRuleExecution(deps);
  const due = createTimedRules(deps);
  const work = createRuleRunner({ ...deps, doing, due, mark: (tx, origin) => void origins.set(tx, origin) });
  let wanted: { triggers: Promise<ReadonlySet<string>>; at: number } | undefined;
  notices.on('automation', () => (wanted = undefined));

  /** Concurrent callers share one query; a failed one is not cached. */
  function listWanted(): Promise<ReadonlySet<string>> {
    if (wanted && Date.now() - wanted.at < WANTED_MS) return wanted.triggers;
    const triggers = rules
      .listRules(db.q)
      .then((all) => new Set<string>(all.filter((rule) => rule.is_active).map(({ trigger }) => trigger)));
    const own = { triggers, at: Date.now() };
    triggers.catch(() => {
      if (wanted === own) wanted = undefined;
    });
    wanted = own;
    return triggers;
  }

  /** Called in every transaction that emits events; cheap where no rule is active. */
  async function storeTriggers(tx: Tx, events: readonly EmittedEvent[]): Promise<void> {
    const triggers = await listWanted();
    if (triggers.size === 0) return;
    // Other changes may move a target nearer or into the past, and a new ticket's target may be near from the start.
    const isTimed = [...triggers].some(isRuleTime);
    const happenings = ruleTriggerEventsOf(events).filter(
      ({ kind }) => triggers.has(kind) || (isTimed && MOVES_DEADLINES.includes(kind)),
    );
    if (happenings.length === 0) return;
    await queue.insertRuleEvents(tx.q, happenings, { origin: origins.get(tx), now: clock.now() });
    tx.afterCommit(work.wake);
  }
  db.onEmitting(storeTriggers);

  settings.lists.onChange(async (tx, kind, changes) => {
    if (kind !== 'automation') return;
    const begun = changes.filter(({ after }) => after && BEGIN.some((field) => field in after));
    await rules.startCheckingFromNow(
      tx.q,
      begun.map(({ row_id: id }) => id),
      clock.now(),
    );
    tx.afterCommit(() => notices.send('automation', null));
  });

  async function recoverPending(): Promise<void> {
    await due.runDue();
    await work.recoverPending();
  }
  // Only a part, since a long queue would occupy the workers of all other jobs.
  jobs.define('automation:tend', async () => {
    await due.runDue();
    work.wake();
  });
  jobs.schedule('automation:tend', '* * * * *');
  jobs.define('automation:remove-old-runs', () =>
    runs.removeRunsBefore(db.q, new Date(clock.now().getTime() - KEPT_MS)),
  );
  jobs.schedule('automation:remove-old-runs', '37 3 * * *');

  return {
    ...createRuleTester({ ...deps, doing }),
    recoverPending,
    /** Continues with what was left. */
    start: () =>
      void recoverPending().catch((error: unknown) =>
        log.error({ err: error }, 'could not go on with what the rules were left with'),
      ),
    stop: work.stop,

    async listRuns(viewer, { limit, ...page }) {
      const rows = await runs.listRuns(db.q, viewer, { ...page, limit: limit + 1 });
      return { data: rows.slice(0, limit), has_more: rows.length > limit };
    },

    async listStates(): Promise<RuleState[]> {
      const references = await doing.references(db.q);
      const last = await runs.listLastRuns(db.q);
      return (await rules.listRules(db.q)).map((rule) => ({
        rule_id: rule.id,
        gone: missingReferencesIn(rule, references),
        last_run_at: last.get(rule.id) ?? null,
      }));
    },
  };
}

const MOVES_DEADLINES: readonly string[] = ['ticket_created', 'ticket_changed'];
/** After a change of these fields a rule only looks ahead, so that not everything that was due before runs at once. */
const BEGIN = ['is_active', 'trigger', 'minutes'];
