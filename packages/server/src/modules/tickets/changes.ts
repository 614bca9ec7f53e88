import { TICKET_FIELDS, type FieldChange, type Ticket, type TicketField } from '@trunkline/contract';

/** What a write would change, in the order of the fields. Pure. */
export function changesBetween(before: Ticket, fields: Partial<Pick<Ticket, TicketField>>): FieldChange[] {
  return TICKET_FIELDS.flatMap((field) => {
    const from = before[field];
    const to = fields[field];
    return to === undefined || isSame(from, to) ? [] : [{ field, from, to }];
  });
}

function isSame(a: FieldChange['from'], b: FieldChange['to']): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

type Place = Pick<Ticket, 'status' | 'department_id' | 'priority_id'>;

/** The ticket as its deadlines will see it. */
export function movedTicket(
  before: Ticket,
  {
    status = before.status,
    department_id = before.department_id,
    priority_id = before.priority_id,
  }: Partial<Place>,
): Ticket {
  return { ...before, status, department_id, priority_id };
}
