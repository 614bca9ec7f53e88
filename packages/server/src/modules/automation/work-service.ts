import type { Message, RuleOutcome, RuleWork, Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Tickets } from '#modules/tickets';
import type { Doing } from './doing-service.ts';
import { causeOf, type Due } from './due-service.ts';
import { isMet, isWaitedFor } from './matching.ts';
import * as queue from './queue-store.ts';
import type { Origin, Queued } from './queue-store.ts';
import { listRules, type Rule } from './rule-store.ts';
import * as runs from './run-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  tickets: Tickets;
  doing: Doing;
  due: Due;
  /** Says of a transaction that a rule does it. */
  mark: (tx: Tx, origin: Origin) => void;
};

/** So few that what people wrote does not wait long behind what was done to thousands. */
const BATCH = 40;
const CONCURRENCY = 3;
/** So long a rule waits for a ticket that somebody else has, and so long after it is looked at again. */
const LOCKED_MS = 1000;
const PASSED_MS = 5000;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const LOCK_NOT_AVAILABLE = '55P03';
/** So many rules, each set off by the one before. */
const MOST_DEPTH = 5;
/** What goes on longer than that goes round in a circle. */
const MOST_AN_HOUR = 20;
const HOUR_MS = 3_600_000;
/** For so long what went round in a circle rests, on that ticket. */
const STOPPED_MS = 24 * HOUR_MS;
const TRIES = 5;
const REST_MS = 60_000;
const NOTHING: RuleWork = { changes: [], did: [], skipped: [] };

/** Works through what happened: ticket by ticket, in order, one rule in one transaction. */
export function createWork({ db, clock, log, tickets, doing, due, mark }: Deps) {
  let running: Promise<void> | undefined;
  let again = false;
  let isStopped = false;
  const passed = new Map<number, NodeJS.Timeout>();

  /** The rules that are still to be asked, in their order. */
  function leftOf(all: readonly Rule[], { kind, rule_id, done, after_rule, depth }: Queued): Rule[] {
    if (depth > MOST_DEPTH) return [];
    // A rule that is gone leaves nobody behind it.
    const from = after_rule === null ? 0 : all.findIndex(({ id }) => id === after_rule) + 1 || all.length;
    return all.slice(from).filter((rule) => {
      if (!rule.is_active || done.includes(rule.id)) return false;
      return rule_id === null ? rule.trigger === kind : rule.id === rule_id;
    });
  }

  async function fits(tx: Tx, rule: Rule, ticket: Ticket, item: Queued): Promise<boolean> {
    if (!(await doing.isWhole(tx.q, rule))) return false;
    const now = clock.now();
    if (item.due_at !== null)
      return (await due.isStill(tx, rule, ticket, item.due_at)) && isMet(rule, ticket, now);
    const { message: told, changes } = item.facts;
    const message: Message | undefined =
      told && (await tickets.timeline.findMessage(tx.q, told.id, told.created_at));
    return (
      isWaitedFor(rule, ticket, { ...(changes && { changes }), message }, now) && isMet(rule, ticket, now)
    );
  }

  /** Does it and writes it down; both or neither. */
  async function run(tx: Tx, rule: Rule, ticket: Ticket, item: Queued): Promise<void> {
    const now = clock.now();
    const cause = causeIn(item);
    const entry = { rule_id: rule.id, rule_name: rule.name, ticket_id: ticket.id, cause, at: now };
    if (await runs.hasRun(tx.q, entry)) return;
    const lately = await runs.countLately(tx.q, entry, {
      done: new Date(now.getTime() - HOUR_MS),
      // What people do goes on after an hour; what rules set off among themselves rests.
      stopped: new Date(now.getTime() - (item.depth > 0 ? STOPPED_MS : HOUR_MS)),
    });
    if (lately.stopped > 0) return;
    if (lately.done >= MOST_AN_HOUR)
      return runs.insertRun(tx.q, { ...entry, outcome: 'stopped', work: NOTHING });
    mark(tx, { after_rule: rule.id, depth: item.depth + 1 });
    const work = await doing.run(tx, rule, ticket, `${rule.id}-${cause}`);
    await runs.insertRun(tx.q, { ...entry, outcome: outcomeOf(work), work });
  }

  /** One step on a ticket: up to the first rule that fits. False where nothing is left to do now. */
  async function step(ticketId: number, at: { rule?: Rule; item?: Queued }): Promise<boolean> {
    return db.transaction(async (tx) => {
      await sql`select set_config('lock_timeout', ${`${LOCKED_MS}ms`}, true)`.execute(tx.q);
      const ticket = await tickets.lock(tx, ticketId);
      const item = await queue.findFirst(tx.q, ticketId);
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
        if (!isEnd) await queue.markDone(tx.q, item.id, done);
        else await end(tx, ticket, item, all);
        return true;
      }
      await end(tx, ticket, item, all);
      return true;
    });
  }

  /** All rules are through with it. */
  async function end(tx: Tx, before: Ticket | undefined, item: Queued, all: readonly Rule[]): Promise<void> {
    await queue.remove(tx.q, item.id);
    if (!isChange(item) || !before) return;
    const ticket = await tickets.read(tx.q, before.id);
    if (ticket) await due.afterChange(tx, ticket, { all, changes: item.facts.changes });
  }

  /** What failed is tried again in a while, and given up in the end, with a line in the log of the rule. */
  async function failed(error: unknown, { rule, item }: { rule?: Rule; item?: Queued }): Promise<void> {
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
      await queue.goOn(tx.q, item.id, { done: [...item.done, rule.id], now: clock.now() });
    });
    // What was given up at once does not keep the next rule waiting.
    if (error instanceof AppError) again = true;
  }

  /** Not the rule is what is wrong: the ticket rests, and the others go on. */
  async function rest(error: unknown, { id, ticket_id: ticket }: Queued): Promise<void> {
    log.error({ err: error, ticket }, 'the rules could not go on with a ticket; within a minute again');
    const until = new Date(clock.now().getTime() + REST_MS);
    if ((await queue.scheduleRetry(db.q, id, until)) === 0) throw error;
  }

  async function workOn(ticketId: number): Promise<void> {
    const at: { rule?: Rule; item?: Queued } = {};
    try {
      while (!isStopped && (await step(ticketId, at))) {
        delete at.rule;
        delete at.item;
      }
    } catch (error) {
      // Somebody has it for longer: the others need not wait for that.
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
    /** Ends after the step that is under way. */
    async stop(): Promise<void> {
      isStopped = true;
      for (const back of passed.values()) clearTimeout(back);
      await running;
    },
  };
}

const isChange = ({ kind }: Queued): boolean => kind === 'ticket_changed' || kind === 'ticket_created';

/** What was done to a ticket before it was merged was not done to the one that it is now part of. */
const isAbout = ({ id }: Ticket, item: Queued): boolean => id === item.ticket_id || !isChange(item);

const causeIn = ({ id, due_at: dueAt }: Queued): string => (dueAt === null ? `event:${id}` : causeOf(dueAt));

const isLocked = (error: unknown): boolean => (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;

const outcomeOf = ({ changes, did }: RuleWork): RuleOutcome =>
  changes.length > 0 || did.length > 0 ? 'done' : 'nothing';
