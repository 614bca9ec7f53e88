import {
  isSameAnswer,
  TICKET_FIELDS,
  type Answers,
  type FieldChange,
  type Ticket,
  type TicketField,
} from '@trunkline/contract';

type Fields = Partial<Pick<Ticket, TicketField | 'fields'>>;

/** What a write changes, in the order of the fields; each custom field separately. Pure. */
export function changesBetween(before: Ticket, fields: Fields): FieldChange[] {
  const own = TICKET_FIELDS.flatMap((field): FieldChange[] => {
    const from = before[field];
    const to = fields[field];
    return to === undefined || isSameAnswer(from, to) ? [] : [{ field, from, to }];
  });
  return [...own, ...answersBetween(before.fields, fields.fields ?? before.fields)];
}

function answersBetween(before: Answers, after: Answers): FieldChange[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids].map(Number).flatMap((id): FieldChange[] => {
    const [from, to] = [before[id] ?? null, after[id] ?? null];
    return isSameAnswer(from, to) ? [] : [{ field: `field:${id}`, from, to }];
  });
}

type SlaFields = Pick<Ticket, 'status' | 'department_id' | 'priority_id' | 'waiting_since'>;

/** The ticket with its new values, from which its SLA targets are calculated. */
export function ticketWithChanges(
  before: Ticket,
  {
    status = before.status,
    department_id = before.department_id,
    priority_id = before.priority_id,
    waiting_since = before.waiting_since,
  }: Partial<SlaFields>,
): Ticket {
  return { ...before, status, department_id, priority_id, waiting_since };
}
