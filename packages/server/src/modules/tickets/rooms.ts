import type { Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';

type TicketOwnership = Pick<Ticket, 'department_id' | 'assignee_id'>;

/** The socket rooms of everybody who may see this ticket in a list, and of those who have it open. */
export function ticketRooms(ticket: TicketOwnership & Pick<Ticket, 'id'>): string[] {
  return [`ticket:${ticket.id}`, ...ticketListRooms(ticket)];
}

/** The socket rooms of everybody who may see this ticket in a list. */
export function ticketListRooms({ department_id, assignee_id }: TicketOwnership): string[] {
  const rooms = ['tickets:all', `tickets:department:${department_id}`];
  return assignee_id === null ? rooms : [...rooms, `tickets:user:${assignee_id}`];
}

/** The rooms of a list that this user looks at. */
export function viewerListRooms(viewer: Viewer): string[] {
  if (viewer.visibility === 'all') return ['tickets:all'];
  const own = `tickets:user:${viewer.id}`;
  if (viewer.visibility === 'own') return [own];
  return [own, ...viewer.departmentIds.map((id) => `tickets:department:${id}`)];
}
