import type { Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';

type Placed = Pick<Ticket, 'id' | 'department_id' | 'assignee_id'>;

/** The socket rooms of everybody who may see this ticket in a list, and of those who have it open. */
export function roomsOf(ticket: Placed): string[] {
  const rooms = [`ticket:${ticket.id}`, 'tickets:all', `tickets:department:${ticket.department_id}`];
  return ticket.assignee_id === null ? rooms : [...rooms, `tickets:user:${ticket.assignee_id}`];
}

/** The rooms of a list that this user looks at. */
export function listRooms(viewer: Viewer): string[] {
  if (viewer.visibility === 'all') return ['tickets:all'];
  const own = `tickets:user:${viewer.id}`;
  if (viewer.visibility === 'own') return [own];
  return [own, ...viewer.departmentIds.map((id) => `tickets:department:${id}`)];
}
