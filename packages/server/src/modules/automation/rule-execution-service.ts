import type { RuleSkipReason, SkippablePart, RuleResult, Ticket } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import { found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Conversations } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import { SYSTEM, type Tickets } from '#modules/tickets';
import { customFieldIdsIn } from './matching.ts';
import { planRule, existingReferences, type RuleReferences } from './plan.ts';
import type { Rule } from './rule-store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  settings: Settings;
  agents: Pick<Agents, 'listSight'>;
  tickets: Tickets;
  conversations: Pick<Conversations, 'noteOfRule' | 'answerByRule'>;
};

/** Runs rules on tickets. */
export type RuleExecution = {
  /** What rules may refer to now: users, rows of the settings, custom fields. */
  references(q: Query): Promise<RuleReferences>;
  /** False where the rule's conditions use a custom field that was deleted: such a rule never matches. */
  isWhole(q: Query, rule: Rule): Promise<boolean>;
  /** Call with the ticket locked. Steps that are not possible are left out; all others are done. */
  run(tx: Tx, rule: Rule, before: Ticket, key: string): Promise<RuleResult>;
};

export function createRuleExecution({
  clock,
  settings,
  agents,
  tickets,
  conversations,
}: Deps): RuleExecution {
  async function references(q: Query): Promise<RuleReferences> {
    const people = await agents.listSight(q, null);
    return existingReferences(
      people,
      await settings.listReference(),
      await settings.customFields.list(q, 'ticket'),
    );
  }

  /** Writes the reply and the note before the fields change, since solving ends a chat. */
  async function write(tx: Tx, rule: Rule, ticket: Ticket, { key, work }: { key: string; work: RuleResult }) {
    if (rule.reply.trim() !== '') {
      const said = { text: rule.reply, key: `rule-${key}` };
      const reason = await conversations.answerByRule(tx, ticket, said);
      if (reason) work.skipped.push({ step: 'reply', reason });
      else work.did.push('replied');
    }
    const body = await conversations.noteOfRule(tx.q, ticket, rule.note);
    if (body === '') return;
    work.did.push('noted');
    await tickets.timeline.append(tx, ticket, {
      kind: 'note',
      body,
      author: { ...SYSTEM, name: rule.name },
      clientKey: `rule-note-${key}`,
      conversationId: null,
      mediaId: null,
      state: null,
      isQuiet: true,
    });
  }

  /** Sends notifications and adds followers, for the final state of the ticket. */
  async function notifyAndFollow(tx: Tx, rule: Rule, ticket: Ticket, work: RuleResult): Promise<void> {
    const leaveOut = (step: SkippablePart, reason: RuleSkipReason) =>
      void work.skipped.push({ step, reason });
    const isGone = (step: SkippablePart) => work.skipped.some((one) => one.step === step);
    const told = new Set<number>();
    async function tellOne(step: SkippablePart, id: number | null): Promise<void> {
      if (isGone(step) || (id !== null && told.has(id))) return;
      if (id === null) return leaveOut(step, 'nobody');
      if (!(await tickets.notices.notifyByRule(tx, ticket, id, rule.name)))
        return leaveOut(step, 'cannot_see');
      told.add(id);
    }
    if (rule.tell_id !== null) await tellOne('tell_id', rule.tell_id);
    if (rule.tells_assignee) await tellOne('tells_assignee', ticket.assignee_id);
    if (told.size > 0) work.did.push('told');
    if (rule.follower_id === null || isGone('follower_id')) return;
    if (await tickets.notices.followByRule(tx, ticket, rule.follower_id)) work.did.push('followed');
    else leaveOut('follower_id', 'cannot_see');
  }

  return {
    references,

    async isWhole(q, rule) {
      const asked = customFieldIdsIn(rule);
      if (asked.length === 0) return true;
      const there = new Set((await settings.customFields.list(q, 'ticket')).map(({ id }) => id));
      return asked.every((id) => there.has(id));
    },

    async run(tx, rule, before, key) {
      const about = { references: await references(tx.q), now: clock.now() };
      const work: RuleResult = { changes: [], did: [], skipped: [] };
      await write(tx, rule, before, { key, work });
      const ticket = found(await tickets.read(tx.q, before.id));
      const { fields, changes, skipped } = planRule(rule, ticket, about);
      work.changes.push(...changes);
      work.skipped.push(...skipped);
      if (rule.requeue) work.did.push('queued');
      if (changes.length > 0 || work.did.length > 0)
        await tickets.timeline.appendEvent(tx, ticket.id, {
          event: { type: 'automation', rule_id: rule.id, name: rule.name },
          author: SYSTEM,
        });
      const after = changes.length > 0 ? await tickets.change(tx, ticket, fields, SYSTEM) : ticket;
      await notifyAndFollow(tx, rule, after, work);
      return work;
    },
  };
}
