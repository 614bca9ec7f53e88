import { z } from 'zod';
import { ticketStatus } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { LISTS } from '../settings/lists.ts';
import { id, idText, timestamp } from '../kit/shapes.ts';
import { fieldChange } from '../tickets/field-changes.ts';

/** What a rule can do besides changing fields. */
export const RULE_EFFECTS = ['replied', 'noted', 'queued', 'told', 'followed'] as const;
/** The steps of a rule that can be left out, by the field of the rule. */
export const SKIPPABLE_PARTS = [
  'conditions',
  'reply',
  'move_to_id',
  'assign_to_id',
  'priority_id',
  'type_id',
  'category_id',
  'tags_added',
  'tell_id',
  'tells_assignee',
  'follower_id',
] as const;
/** Why a step was left out. */
export const RULE_SKIP_REASONS = [
  'gone',
  'person_gone',
  'person_elsewhere',
  'cannot_see',
  'nobody',
  'too_many_tags',
  'no_conversation',
  'refused',
  'automatic',
  'too_often',
  'cannot_send',
] as const;
export type SkippablePart = (typeof SKIPPABLE_PARTS)[number];
export type RuleSkipReason = (typeof RULE_SKIP_REASONS)[number];

const skipped = z.object({ step: z.enum(SKIPPABLE_PARTS), reason: z.enum(RULE_SKIP_REASONS) });
/** What a rule does to a ticket, or would do in a test. */
export const ruleResult = z.object({
  changes: z.array(fieldChange),
  did: z.array(z.enum(RULE_EFFECTS)),
  skipped: z.array(skipped),
});
export type RuleResult = z.infer<typeof ruleResult>;

const seenTicket = z.object({ id, number: z.string(), subject: z.string(), status: ticketStatus });

/** `nothing`: everything was as wanted already. `stopped`: it ran too often on this ticket. */
export const RULE_OUTCOMES = ['done', 'nothing', 'stopped', 'failed'] as const;
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];
export const ruleRun = ruleResult.extend({
  id,
  rule_id: id,
  rule_name: z.string(),
  at: timestamp,
  outcome: z.enum(RULE_OUTCOMES),
  /** Null where the reader may not see it. */
  ticket: seenTicket.nullable(),
});
export type RuleRun = z.infer<typeof ruleRun>;

export const listRuleRuns = endpoint({
  method: 'GET',
  path: '/api/automation/runs',
  permission: 'AUTOMATION:VIEW',
  summary:
    'The activity log of the automation rules, latest first; of one rule, or on one ticket. Kept for 90 days.',
  query: z.strictObject({
    rule: idText.optional(),
    ticket: idText.optional(),
    before: idText.optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(30),
  }),
  response: z.object({ data: z.array(ruleRun), has_more: z.boolean() }),
});

export const ruleState = z.object({
  rule_id: id,
  /** Steps that are left out, because what they refer to is not in use any more. */
  gone: z.array(skipped),
  last_run_at: timestamp.nullable(),
});
export type RuleState = z.infer<typeof ruleState>;

export const listRuleStates = endpoint({
  method: 'GET',
  path: '/api/automation/states',
  permission: 'AUTOMATION:VIEW',
  summary:
    'The state of each automation rule: what it refers to that no longer exists, and when it last acted.',
  response: z.object({ data: z.array(ruleState) }),
});

export const tryRule = endpoint({
  method: 'POST',
  path: '/api/automation/try',
  permission: 'AUTOMATION:EDIT',
  summary:
    'Test a rule, saved or not, on the tickets of the last days as they are now. Changes nothing. Looks at the 1,000 newest that you may see, so you need `TICKETS:VIEW` too.',
  body: z.strictObject({
    values: LISTS.automation.input,
    days: z.number().int().min(1).max(90).default(30),
  }),
  perMinute: 30,
  response: z.object({
    data: z.object({
      looked_at: z.number().int(),
      /** False where only the newest tickets were checked. */
      is_all: z.boolean(),
      matched: z.number().int(),
      /** The newest matching tickets. */
      tickets: z.array(ruleResult.extend({ ticket: seenTicket })),
    }),
  }),
});
