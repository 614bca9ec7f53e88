import type { Message, RuleOutcome, RuleResult, Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Tickets } from '#modules/tickets';
import type { RuleExecution } from './rule-execution-service.ts';
import { timedRunCause, type TimedRules } from './timed-rules-service.ts';
import { areConditionsMet, isTriggeredBy } from './matching.ts';
import * as queue from './queue-store.ts';
import type { RuleOrigin, QueuedRuleEvent } from './queue-store.ts';
import { listRules, type Rule } from './rule-store.ts';
import * as runs from './run-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  tickets: Tickets;
  doing: RuleExecution;
  due: TimedRules;
  /** Notes that a transaction belongs to a rule. */
  mark: (tx: Tx, origin: RuleOrigin) => void;
};

/** A small number, so that messages do not wait long behind a bulk update of thousands. */
const BATCH = 40;
const CONCURRENCY = 3;
/** How long a rule waits for a ticket that is locked, and when the ticket is tried again. */
const LOCKED_MS = 1000;
const PASSED_MS = 5000;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const LOCK_NOT_AVAILABLE = '55P03';
/** Max. length of a chain of rules that trigger each other. */
const MOST_DEPTH = 5;
/** More runs of a rule on a ticket are taken for an endless loop. */
const MOST_AN_HOUR = 20;
const HOUR_MS = 3_600_000;
/** How long a rule that was stopped as a loop does not run on that ticket. */
const STOPPED_MS = 24 * HOUR_MS;
const TRIES = 5;
const REST_MS = 60_000;
const NOTHING: RuleResult = { changes: [], did: [], skipped: [] };

/** Handles queued events: ticket by ticket, in order, each rule in a transaction of its own. */
export function createRuleRunner({ db, clock, log, tickets, doing, due, mark }: Deps) {
  let running: Promise<void> | undefined;
  let again = false;
  let isStopped = false;
  const passed = new Map<number, NodeJS.Timeout>();

  /** The active rules that have not handled the event yet, in order. */
  function leftOf(all: readonly Rule[], { kind, rule_id, done, after_rule, depth }: QueuedRuleEvent): Rule[] {
    if (depth > MOST_DEPTH) return [];
    // If the causing rule was deleted no further rules run.
    const from = after_rule === null ? 0 : all.findIndex(({ id }) => id === after_rule) + 1 || all.length;
    return all.slice(from).filter((rule) => {
      if (!rule.is_active || done.includes(rule.id)) return false;
      return rule_id === null ? rule.trigger === kind : rule.id === rule_id;
    });
  }

  async function fits(tx: Tx, rule: Rule, ticket: Ticket, item: QueuedRuleEvent): Promise<boolean> {
    if (!(await doing.isWhole(tx.q, rule))) return false;
    const now = clock.now();
    if (item.due_at !== null)
      return (await due.isStill(tx, rule, ticket, item.due_at)) && areConditionsMet(rule, ticket, now);
    const { message: told, changes } = item.facts;
    const message: Message | undefined =
      told && (await tickets.timeline.findMessage(tx.q, told.id, told.created_at));
    return (
      isTriggeredBy(rule, ticket, { ...(changes && { changes }), message }, now) &&
      areConditionsMet(rule, ticket, now)
    );
  }

  /** Runs the rule and stores the run, in one transaction. */
  async function run(tx: Tx, rule: Rule, ticket: Ticket, item: QueuedRuleEvent): Promise<void> {
    const now = clock.now();
    const cause = causeIn(item);
    const entry = { rule_id: rule.id, rule_name: rule.name, ticket_id: ticket.id, cause, at: now };
    if (await runs.hasRun(tx.q, entry)) return;
    const lately = await runs.countRecentRuns(tx.q, entry, {
      done: new Date(now.getTime() - HOUR_MS),
      // Loops caused by users' own changes may go on after an hour; those between rules are stopped for longer.
      stopped: new Date(now.getTime() - (item.depth > 0 ? STOPPED_MS : HOUR_MS)),
    });
    if (lately.stopped > 0) return;
    if (lately.done >= MOST_AN_HOUR)
      return runs.insertRun(tx.q, { ...entry, outcome: 'stopped', work: NOTHING });
    mark(tx, { after_rule: rule.id, depth: item.depth + 1 });
    const work = await doing.run(tx, rule, ticket, `${rule.id}-${cause}`);
    await runs.insertRun(tx.q, { ...entry, outcome: outcomeOf(work), work });
  }

  /** Runs rules on a ticket up to the first that matches. False where nothing is left to do now. */
  async function step(ticketId: number, at: { rule?: Rule; item?: QueuedRuleEvent }): Promise<boolean> {
    return db.transaction(async (tx) => {
      await sql`select set_config('lock_timeout', ${`${LOCKED_MS}ms`}, true)`.execute(tx.q);
      const ticket = await tickets.lock(tx, ticketId);
      const item = await queue.findNextRuleEvent(tx.q, ticketId);
      if (!item || Date.parse(item.rests_until) > clock.now().getTime()) return false;
      at.item = item;
      const all = ticket && isAbout(ticket, item) ? await listRules(tx.q) : [];
      const done = [...item.done];
      for (const rule of leftOf(all, item)) {
        at.rule = rule;
        if (!ticket) break;
        done.push(rule.id);
        if (!(await fits(tx, rule, ticket, item))) continue;
        await run(tx, rule, ticket, item);
        const isEnd = rule.is_last || leftOf(all, { ...item, done }).length === 0;
        if (!isEnd) await queue.markRulesDone(tx.q, item.id, done);
        else await end(tx, ticket, item, all);
        return true;
      }
      await end(tx, ticket, item, all);
      return true;
    });
  }

  /** All rules have handled the event. */
  async function end(
    tx: Tx,
    before: Ticket | undefined,
    item: QueuedRuleEvent,
    all: readonly Rule[],
  ): Promise<void> {
    await queue.removeRuleEvent(tx.q, item.id);
    if (!isChange(item) || !before) return;
    const ticket = await tickets.read(tx.q, before.id);
    if (ticket) await due.afterChange(tx, ticket, { all, changes: item.facts.changes });
  }

  /** Retries a failed rule later, and finally gives up with an entry in the rule's runs. */
  async function failed(
    error: unknown,
    { rule, item }: { rule?: Rule; item?: QueuedRuleEvent },
  ): Promise<void> {
    if (!item) throw error;
    if (!rule) return rest(error, item);
    log.error({ err: error, ticket: item.ticket_id, rule: rule.id }, 'a rule failed');
    await db.transaction(async (tx) => {
      const ticket = await tickets.lock(tx, item.ticket_id);
      const until = new Date(clock.now().getTime() + REST_MS);
      const tries = await queue.scheduleRetry(tx.q, item.id, until);
      const isHopeless = error instanceof AppError;
      if (!ticket || (tries < TRIES && !isHopeless)) return;
      const entry = { rule_id: rule.id, rule_name: rule.name, ticket_id: ticket.id, cause: causeIn(item) };
      if (!(await runs.hasRun(tx.q, entry)))
        await runs.insertRun(tx.q, { ...entry, at: clock.now(), outcome: 'failed', work: NOTHING });
      await queue.resumeWithoutFailedRule(tx.q, item.id, { done: [...item.done, rule.id], now: clock.now() });
    });
    // Given up without a retry, so the next rule need not wait.
    if (error instanceof AppError) again = true;
  }

  /** The error is not the rule's: the ticket is postponed, and others go on. */
  async function rest(error: unknown, { id, ticket_id: ticket }: QueuedRuleEvent): Promise<void> {
    log.error({ err: error, ticket }, 'the rules could not go on with a ticket; within a minute again');
    const until = new Date(clock.now().getTime() + REST_MS);
    if ((await queue.scheduleRetry(db.q, id, until)) === 0) throw error;
  }

  async function workOn(ticketId: number): Promise<void> {
    const at: { rule?: Rule; item?: QueuedRuleEvent } = {};
    try {
      while (!isStopped && (await step(ticketId, at))) {
        delete at.rule;
        delete at.item;
      }
    } catch (error) {
      // The ticket is locked for longer, so others go first.
      if (isLocked(error)) return passOver(ticketId);
      await failed(error, at).catch((cause: unknown) => {
        log.error(
          { err: cause, ticket: ticketId },
          'the rules could not go on with a ticket; in a moment again',
        );
        passOver(ticketId);
      });
    }
  }

  function passOver(ticketId: number): void {
    if (isStopped) return;
    const back = setTimeout(() => {
      passed.delete(ticketId);
      wake();
    }, PASSED_MS);
    passed.set(ticketId, back.unref());
  }

  async function drain(): Promise<void> {
    do {
      again = false;
      const page = { now: clock.now(), without: [...passed.keys()], limit: BATCH };
      const ids = await queue.listTickets(db.q, page);
      const left = [...ids];
      const worker = async (): Promise<void> => {
        for (let id = left.shift(); id !== undefined && !isStopped; id = left.shift()) await workOn(id);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      if (ids.length > 0) again = true;
    } while (again && !isStopped);
  }

  function wake(): void {
    again = true;
    if (isStopped) return;
    running ??= drain()
      .catch((error: unknown) =>
        log.error({ err: error }, 'the rules could not go on; within a minute again'),
      )
      .finally(() => (running = undefined));
  }

  return {
    wake,
    async recoverPending(): Promise<void> {
      wake();
      await running;
    },
    /** Resolves after the step that is under way. */
    async stop(): Promise<void> {
      isStopped = true;
      for (const back of passed.values()) clearTimeout(back);
      await running;
    },
  };
}

const isChange = ({ kind }: QueuedRuleEvent): boolean =>
  kind === 'ticket_changed' || kind === 'ticket_created';

/** Changes of a ticket before it was merged do not apply to the ticket that contains it now. */
const isAbout = ({ id }: Ticket, item: QueuedRuleEvent): boolean => id === item.ticket_id || !isChange(item);

const causeIn = ({ id, due_at: dueAt }: QueuedRuleEvent): string =>
  dueAt === null ? `event:${id}` : timedRunCause(dueAt);

const isLocked = (error: unknown): boolean => (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;

const outcomeOf = ({ changes, did }: RuleResult): RuleOutcome =>
  changes.length > 0 || did.length > 0 ? 'done' : 'nothing';
