import { ticketStatus, type Condition, type TicketFilter } from '@trunkline/contract';
import type { Viewer } from '#platform/access';

/**
 * Conditions that say what the list is cut into runs by do so: a list of one department reads the runs of that
 * department, in whichever of the two ways it was asked for.
 */
export function withoutOthersTickets(filter: TicketFilter, viewer: Viewer): TicketFilter {
  return (filter.where ?? []).reduce<TicketFilter>((narrow, condition) => fold(narrow, condition, viewer), {
    ...filter,
    where: undefined,
  });
}

function fold(filter: TicketFilter, condition: Condition, viewer: Viewer): TicketFilter {
  const { field, op, value } = condition;
  if (op !== 'is' || !Array.isArray(value)) return withCondition(filter, condition);
  const ids = value.map((one) => (one === 'me' ? viewer.id : Number(one)));
  if (field === 'status') {
    const wanted = ticketStatus.array().parse(value);
    return { ...filter, status: filter.status.filter((status) => wanted.includes(status)) };
  }
  if (field === 'department_id')
    return { ...filter, department: filter.department?.filter((id) => ids.includes(id)) ?? ids };
  if (field === 'assignee_id' && filter.assignee === 'any') return { ...filter, assignee: ids };
  return withCondition(filter, condition);
}

const withCondition = (filter: TicketFilter, condition: Condition): TicketFilter => ({
  ...filter,
  where: [...(filter.where ?? []), condition],
});
