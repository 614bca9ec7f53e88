import type { ListValue, ListValues } from '../settings/list-fields.ts';
import { conditionsText, type Condition } from '../tickets/ticket-conditions.ts';

/** What triggers a rule: something that happens to a ticket, or a time. */
export const RULE_EVENTS = ['ticket_created', 'ticket_changed', 'customer_wrote', 'we_wrote'] as const;
/** Triggers that fire a number of minutes after a moment, or before a target. */
export const RULE_TIMES = [
  'since_created',
  'unanswered',
  'customer_silent',
  'in_status',
  'first_response_due',
  'first_response_overdue',
  'resolution_due',
  'resolution_overdue',
] as const;
export const RULE_TRIGGERS = [...RULE_EVENTS, ...RULE_TIMES] as const;
export type RuleEvent = (typeof RULE_EVENTS)[number];
export type RuleTime = (typeof RULE_TIMES)[number];
export type RuleTrigger = (typeof RULE_TRIGGERS)[number];

export const isRuleTime = (trigger: unknown): trigger is RuleTime =>
  RULE_TIMES.some((each) => each === trigger);

/** The statuses that a rule may set. */
export const RULE_STATUSES = ['open', 'pending', 'on_hold', 'solved'] as const;

/** Which fields of a rule are used with which triggers. */
const ASKED: Readonly<Record<string, readonly RuleTrigger[]>> = {
  minutes: RULE_TIMES,
  words: ['customer_wrote', 'we_wrote'],
  media_id: ['customer_wrote', 'we_wrote'],
  changed_field: ['ticket_changed'],
  before: ['ticket_changed'],
};

export const isFieldOfTrigger = (field: string, values: ListValues): boolean =>
  ASKED[field]?.some((trigger) => trigger === values['trigger']) ?? true;

/** The invalid fields of a rule: a time trigger needs minutes, and a ticket that is routed again cannot be assigned. */
export function ruleProblems({ trigger, minutes, requeue, assign_to_id: person }: ListValues): string[] {
  return [
    ...(isRuleTime(trigger) && isLeftOpen(minutes) ? ['minutes'] : []),
    ...(requeue === true && !isLeftOpen(person) ? ['assign_to_id'] : []),
  ];
}

const isLeftOpen = (value: ListValue | undefined): boolean =>
  value === null || value === undefined || value === '';

/** Parses the conditions in a field of a list; none where it contains anything else. */
export function parseConditions(text: unknown): Condition[] {
  const read = typeof text === 'string' && text !== '' ? conditionsText.safeParse(text) : undefined;
  return read?.success ? read.data : [];
}
