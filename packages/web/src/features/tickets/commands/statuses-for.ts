import { TICKET_STATUSES, type TicketStatus } from '@trunkline/contract';

type HasPermission = (permission: 'TICKETS:EDIT' | 'TICKETS:SOLVE') => boolean;

/**
 * The statuses that a person may choose for a ticket. Closed is never among them, because solved tickets are closed
 * automatically. Pure.
 */
export function statusesChoosable(status: TicketStatus, can: HasPermission): TicketStatus[] {
  const isDone = status === 'solved' || status === 'closed';
  return TICKET_STATUSES.filter((choice) => {
    if (choice === 'closed') return false;
    if (choice === 'solved') return can('TICKETS:SOLVE');
    if (isDone) return choice === 'open' && can('TICKETS:SOLVE');
    return can('TICKETS:EDIT');
  });
}

/** The same without the one that it has. Pure. */
export const statusesFor = (status: TicketStatus, can: HasPermission): TicketStatus[] =>
  statusesChoosable(status, can).filter((choice) => choice !== status);
