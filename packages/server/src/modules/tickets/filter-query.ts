import { ticketStatus, type Condition, type TicketFilter } from '@trunkline/contract';
import type { Viewer } from '#platform/access';

/**
 * Conditions that say what the list is cut into runs by do so: a list of one department reads the runs of that
 * department, in whichever of the two ways it was asked for.
 */
export function narrowed(filter: TicketFilter, viewer: Viewer): TicketFilter {
  return (filter.where ?? []).reduce<TicketFilter>((narrow, condition) => fold(narrow, condition, viewer), {
    ...filter,
    where: undefined,
  });
}

function fold(filter: TicketFilter, condition: Condition, viewer: Viewer): TicketFilter {
  const { field, op, value } = condition;
  const values = op === 'is' && Array.isArray(value) ? value : undefined;
  if (values && field === 'status') {
    const wanted = ticketStatus.array().parse(values);
    return { ...filter, status: filter.status.filter((status) => wanted.includes(status)) };
  }
  const ids = values?.map((one) => (one === 'me' ? viewer.id : Number(one)));
  if (ids && field === 'department_id') {
    const { department } = filter;
    return { ...filter, department: department ? department.filter((id) => ids.includes(id)) : ids };
  }
  if (ids && field === 'assignee_id' && filter.assignee === 'any') return { ...filter, assignee: ids };
  return { ...filter, where: [...(filter.where ?? []), condition] };
}
