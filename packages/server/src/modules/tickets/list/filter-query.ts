import { ticketStatus, type Condition, type TicketFilter } from '@trunkline/contract';
import type { Viewer } from '#platform/access';

/**
 * Turns conditions on the keys of the indexes into the corresponding filters, so that a list of one department reads only that
 * department's part of the index, however it was asked for.
 */
export function foldConditions(filter: TicketFilter, viewer: Viewer): TicketFilter {
  return (filter.where ?? []).reduce<TicketFilter>(
    (narrow, condition) => mergeCondition(narrow, condition, viewer),
    {
      ...filter,
      where: undefined,
    },
  );
}

function mergeCondition(filter: TicketFilter, condition: Condition, viewer: Viewer): TicketFilter {
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
