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

type Targets = { first_response_minutes: number | null; resolution_minutes: number | null };

/** When a ticket should have been answered and solved. */
export function dueTimes(
  created: Date,
  targets: Targets,
): { first_response_due_at: Date | null; resolution_due_at: Date | null } {
  const after = (minutes: number | null) =>
    minutes === null ? null : new Date(created.getTime() + minutes * 60_000);
  return {
    first_response_due_at: after(targets.first_response_minutes),
    resolution_due_at: after(targets.resolution_minutes),
  };
}
