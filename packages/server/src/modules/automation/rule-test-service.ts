import { setImmediate as breathe } from 'node:timers/promises';
import {
  type BodyOf,
  type FieldChange,
  type ListValues,
  type Message,
  type ResponseOf,
  type RuleResult,
  type tryRule,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { RuleExecution } from './rule-execution-service.ts';
import { isTimedRule } from './timed-rules-service.ts';
import { areConditionsMet, isTriggeredBy, wordMatcherOf } from './matching.ts';
import { isDue } from './moments.ts';
import { planRule } from './plan.ts';
import type { Rule } from './rule-store.ts';
import * as store from './rule-test-store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & { doing: Pick<RuleExecution, 'references' | 'isWhole'> };
type RuleTestResult = ResponseOf<typeof tryRule>['data'];

const MOST = 1000;
const SHOWN = 50;
/** How many tickets' messages are read at once. */
const AT_ONCE = 20;
const DAY_MS = 86_400_000;

/** Tests a rule: checks past tickets in their present state, and writes nothing. */
export function createRuleTester({ db, clock, doing }: Deps) {
  return {
    async tryRule(viewer: Viewer, { values, days }: BodyOf<typeof tryRule>): Promise<RuleTestResult> {
      if (!viewer.codes.has('TICKETS:VIEW')) throw new AppError('forbidden');
      const rule = ruleOf(values);
      const now = clock.now();
      const since = new Date(now.getTime() - days * DAY_MS);
      return store.runReadOnly(db, async (q) => {
        const all = await store.listNewest(q, viewer, { since, limit: MOST + 1 });
        const tickets = all.slice(0, MOST);
        const isWhole = await doing.isWhole(q, rule);
        const met = tickets.filter((ticket) => isWhole && areConditionsMet(rule, ticket, now));
        const matching = await matchingOf(q, rule, met, { since, now });
        const references = await doing.references(q);
        return {
          looked_at: tickets.length,
          is_all: all.length <= MOST,
          matched: matching.length,
          tickets: matching.slice(0, SHOWN).map((ticket) => ({
            ticket: { id: ticket.id, number: ticket.number, subject: ticket.subject, status: ticket.status },
            ...wouldDo(rule, planRule(rule, ticket, { references, now })),
          })),
        };
      });
    },
  };
}

/** An unsaved rule, which has no id and no position yet. */
const ruleOf = (values: ListValues): Rule =>
  ({ ...values, id: 0, position: 0, version: 0, is_active: true, looked_until: null }) as unknown as Rule;

type TestedPeriod = { since: Date; now: Date };

async function matchingOf(
  q: store.ReadOnlyQuery,
  rule: Rule,
  tickets: readonly store.TicketToMatch[],
  { since, now }: TestedPeriod,
): Promise<store.TicketToMatch[]> {
  if (isTimedRule(rule)) return tickets.filter((ticket) => isDue(rule, ticket, now));
  const ids = tickets.map(({ id }) => id);
  if (rule.trigger === 'customer_wrote' || rule.trigger === 'we_wrote') {
    const kind = rule.trigger === 'customer_wrote' ? 'inbound' : 'outbound';
    const wrote = await ticketsWithWords(rule, (left) => store.listMessages(q, left, { kind, since }), ids);
    return tickets.filter(({ id }) => wrote.has(id));
  }
  if (rule.trigger !== 'ticket_changed') return [...tickets];
  const changed = new Map<number, FieldChange[][]>();
  for (const { ticket_id: id, changes } of await store.listChanges(q, ids, since))
    changed.set(id, [...(changed.get(id) ?? []), changes]);
  return tickets.filter((ticket) =>
    changed.get(ticket.id)?.some((changes) => isTriggeredBy(rule, ticket, { changes }, now)),
  );
}

/** Checks the newest messages of a few tickets at a time, so that a test does not delay others. */
async function ticketsWithWords(
  rule: Rule,
  read: (ids: readonly number[]) => Promise<Pick<Message, 'ticket_id' | 'body' | 'media_id'>[]>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const isSaid = wordMatcherOf(rule);
  const wrote = new Set<number>();
  const until = performance.now() + store.RULE_TEST_TIMEOUT_MS;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    for (const message of await read(ids.slice(at, at + AT_ONCE))) {
      if (performance.now() > until) throw store.ruleTestTooLongError();
      if (!wrote.has(message.ticket_id) && isSaid(message)) wrote.add(message.ticket_id);
      await breathe();
    }
  }
  return wrote;
}

/** Who would be notified, and whether a reply may be sent, is only known when the rule really runs. */
function wouldDo(rule: Rule, { changes, skipped }: Pick<RuleResult, 'changes' | 'skipped'>): RuleResult {
  const stays = (step: string): boolean => skipped.every((one) => one.step !== step);
  const did: RuleResult['did'] = [];
  if (rule.reply.trim() !== '') did.push('replied');
  if (rule.note.trim() !== '') did.push('noted');
  if (rule.requeue) did.push('queued');
  const isTold = rule.tell_id !== null && stays('tell_id');
  if (isTold || rule.tells_assignee) did.push('told');
  if (rule.follower_id !== null && stays('follower_id')) did.push('followed');
  return { changes, did, skipped };
}
