import type { Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';

type TicketViewer = Pick<Viewer, 'id' | 'visibility' | 'departmentIds'>;
type TicketOwnership = Pick<Ticket, 'department_id' | 'assignee_id'>;

/** May this user see the ticket? The same rule as `visibleTo` in list-rules.ts and the rooms in rooms.ts. */
export function canSee(viewer: TicketViewer, ticket: TicketOwnership): boolean {
  if (viewer.visibility === 'all' || ticket.assignee_id === viewer.id) return true;
  return viewer.visibility === 'department' && viewer.departmentIds.includes(ticket.department_id);
}
