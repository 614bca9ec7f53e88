import { answerMatches } from '../custom-fields/answer-matching.ts';
import {
  CONDITION_FIELDS,
  customFieldIdOf,
  isCustomFieldKey,
  resolveMoment,
  type Condition,
  type ConditionFieldName,
  type ConditionOperator,
  type ConditionValue,
} from './ticket-conditions.ts';
import type { Ticket } from './tickets.ts';

type Deadlines = Pick<
  Ticket,
  'status' | 'first_response_at' | 'first_response_due_at' | 'next_response_due_at' | 'resolution_due_at'
>;

/** The next SLA target that runs, as in the column `tickets.sla_due_at`. */
export function slaDueAt(ticket: Deadlines): string | null {
  if (ticket.status === 'solved' || ticket.status === 'closed') return null;
  const first = ticket.first_response_at === null ? ticket.first_response_due_at : null;
  const dues = [first, ticket.next_response_due_at, ticket.resolution_due_at].filter((due) => due !== null);
  return dues.toSorted()[0] ?? null;
}

type Now = { me: number; now: number };

/** Whether the ticket meets every condition: the same rule as the server's SQL, for a single ticket. */
export function ticketMatches(ticket: Ticket, conditions: readonly Condition[], at: Now): boolean {
  return conditions.every((condition) => meetsCondition(ticket, condition, at));
}

function meetsCondition(ticket: Ticket, { field, op, value }: Condition, at: Now): boolean {
  if (isCustomFieldKey(field))
    return answerMatches(ticket.fields[customFieldIdOf(field)], { op, value }, at.now);
  const held = field === 'sla_due_at' ? slaDueAt(ticket) : ticket[field];
  if (op === 'is_empty') return isEmpty(held);
  if (op === 'is_set') return !isEmpty(held);
  if (value === undefined) return false;
  return TESTS[CONDITION_FIELDS[field].kind](held, op, valueFor(field, value, at));
}

type TicketValue = Ticket[Exclude<ConditionFieldName, 'sla_due_at'>];
const isEmpty = (held: TicketValue) => held === null || (Array.isArray(held) && held.length === 0);

/** Resolves `me` and relative moments. */
function valueFor(field: ConditionFieldName, value: ConditionValue, { me, now }: Now): ConditionValue {
  if (field === 'assignee_id' && Array.isArray(value)) return value.map((one) => (one === 'me' ? me : one));
  if (CONDITION_FIELDS[field].kind !== 'time') return value;
  return Array.isArray(value)
    ? value.map((one) => resolveMoment(String(one), now))
    : resolveMoment(String(value), now);
}

type Test = (held: TicketValue, op: ConditionOperator, value: ConditionValue) => boolean;
const listOf = (value: ConditionValue) => (Array.isArray(value) ? value : [value]);

const isAmong: Test = (held, op, value) => {
  const isOne = held !== null && !Array.isArray(held) && listOf(value).includes(held);
  return op === 'is_not' ? !isOne : isOne;
};
const hasOne: Test = (held, op, value) => {
  const tags = Array.isArray(held) ? held : [];
  return tags.some((one) => listOf(value).includes(one)) !== (op === 'is_not');
};
const isInTime: Test = (held, op, value) => {
  if (typeof held !== 'string') return false;
  const [from, to] = Array.isArray(value) ? value : [value, value];
  if (op === 'before') return held < String(to);
  return held >= String(from) && (op !== 'between' || held < String(to));
};
const containsText: Test = (held, op, value) => {
  const text = String(held).toLowerCase();
  const wanted = String(value).toLowerCase();
  return op === 'is' ? text === wanted : text.includes(wanted);
};
const isNumber: Test = (held, op, value) => {
  const [from = 0, to = 0] = listOf(value).map(Number);
  const number = Number(held);
  if (op === 'less') return number < from;
  if (op === 'more') return number > from;
  return op === 'is' ? number === from : number >= from && number <= to;
};

const TESTS: Record<(typeof CONDITION_FIELDS)[ConditionFieldName]['kind'], Test> = {
  choice: isAmong,
  choices: hasOne,
  time: isInTime,
  text: containsText,
  number: isNumber,
  check: (held, _, value) => Boolean(held) === value,
};
