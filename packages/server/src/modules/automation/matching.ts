import {
  parseConditions,
  customFieldIdOf,
  isCustomFieldKey,
  ticketMatches,
  type FieldChange,
  type Message,
  type Ticket,
} from '@trunkline/contract';
import type { Rule } from './rule-store.ts';
import type { EventDetails } from './tables.ts';

/** `me` in the conditions of rules matches nobody. */
const NOBODY = 0;

type MatchedRule = Pick<Rule, 'conditions' | 'words' | 'media_id' | 'changed_field' | 'before' | 'trigger'>;
type EventContent = Pick<EventDetails, 'changes'> & {
  message?: Pick<Message, 'body' | 'media_id'> | undefined;
};

const conditionsOf = (rule: Pick<Rule, 'conditions' | 'before'>) => [
  ...parseConditions(rule.conditions),
  ...parseConditions(rule.before),
];

/** The custom fields that a rule's conditions use. */
export const customFieldIdsIn = (rule: Pick<Rule, 'conditions' | 'before'>): number[] =>
  conditionsOf(rule).flatMap(({ field }) => (isCustomFieldKey(field) ? [customFieldIdOf(field)] : []));

/** Whether the ticket meets the rule's conditions now. */
export const areConditionsMet = (rule: Pick<Rule, 'conditions'>, ticket: Ticket, now: Date): boolean =>
  ticketMatches(ticket, parseConditions(rule.conditions), { me: NOBODY, now: now.getTime() });

/** Whether this event triggers the rule, apart from its conditions. Pure. */
export function isTriggeredBy(
  rule: MatchedRule,
  ticket: Ticket,
  { changes, message }: EventContent,
  now: Date,
): boolean {
  if (rule.trigger === 'ticket_changed')
    return changes !== undefined && hasChanged(rule, ticket, changes, now);
  if (rule.trigger !== 'customer_wrote' && rule.trigger !== 'we_wrote') return true;
  return message !== undefined && wordMatcherOf(rule)(message);
}

function hasChanged(rule: MatchedRule, ticket: Ticket, changes: readonly FieldChange[], now: Date): boolean {
  if (rule.changed_field !== null && !changes.some(({ field }) => field === rule.changed_field)) return false;
  return ticketMatches(beforeOf(ticket, changes), parseConditions(rule.before), {
    me: NOBODY,
    now: now.getTime(),
  });
}

/** The ticket before these changes. */
function beforeOf(ticket: Ticket, changes: readonly FieldChange[]): Ticket {
  const fields: Record<string, unknown> = { ...ticket.fields };
  const own: Record<string, unknown> = {};
  for (const { field, from } of changes) {
    if (!isCustomFieldKey(field)) own[field] = from;
    else if (from === null) delete fields[customFieldIdOf(field)];
    else fields[customFieldIdOf(field)] = from;
  }
  return { ...ticket, ...own, fields: fields as Ticket['fields'] };
}

const wordsIn = (line: string): string[] => [
  ...new Set(
    line
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter(Boolean),
  ),
];

type MessageMatcher = (message: Pick<Message, 'body' | 'media_id'>) => boolean;

/** Whether a message contains one of the rule's words, anywhere. */
export function wordMatcherOf({ words, media_id: media }: Pick<Rule, 'words' | 'media_id'>): MessageMatcher {
  const wanted = wordsIn(words);
  return (message) => {
    if (media !== null && media !== message.media_id) return false;
    const body = message.body.toLowerCase();
    return wanted.length === 0 || wanted.some((word) => body.includes(word));
  };
}
