import type { Macro, Permission, Ticket, TicketField } from '@trunkline/contract';
import type { Viewer } from '#platform/access';

/** The steps that macros and rules of the automation share. */
export type MacroSteps = Pick<
  Macro,
  | 'status'
  | 'assignee'
  | 'assign_to_id'
  | 'move_to_id'
  | 'priority_id'
  | 'type_id'
  | 'category_id'
  | 'tags_added'
  | 'tags_removed'
>;

/** The fields that a macro sets on a ticket; its messages are not part of this. */
export type MacroFields = Partial<Pick<Ticket, TicketField>> & {
  solved_at?: Date | null;
};

const isDone = ({ status }: Pick<Ticket, 'status'>) => status === 'solved' || status === 'closed';

/** Returns the permissions that a user needs to run the macro on that ticket. Pure. */
export function macroPermissions(macro: Macro, ticket: Ticket, viewer: Pick<Viewer, 'id'>): Permission[] {
  const needed: Permission[] = [];
  if (macro.status === 'solved' || (macro.status !== null && isDone(ticket))) needed.push('TICKETS:SOLVE');
  if (macro.move_to_id !== null && macro.move_to_id !== ticket.department_id) needed.push('TICKETS:TRANSFER');
  if (macro.note.trim()) needed.push('TICKETS:NOTE');
  if (macro.sends_at_once && macro.reply.trim()) needed.push('TICKETS:REPLY');
  return [...needed, ...assigning(macro, ticket, viewer)];
}

/** Assigning an unassigned ticket to oneself takes only the right to take tickets. */
function assigning(macro: Macro, ticket: Ticket, viewer: Pick<Viewer, 'id'>): Permission[] {
  if (macro.assign_to_id !== null) return macro.assign_to_id === ticket.assignee_id ? [] : ['TICKETS:ASSIGN'];
  if (macro.assignee === null) return [];
  if (macro.assignee === 'none') return ticket.assignee_id === null ? [] : ['TICKETS:ASSIGN'];
  if (ticket.assignee_id === viewer.id) return [];
  return [ticket.assignee_id === null ? 'TICKETS:REPLY' : 'TICKETS:ASSIGN'];
}

/** Returns the field values that the macro sets. Pure. */
export function fieldsFor(
  macro: MacroSteps,
  ticket: Ticket,
  { viewer, now }: { viewer: Pick<Viewer, 'id'>; now: Date },
): MacroFields {
  return {
    ...statusOf(macro, ticket, now),
    ...placeOf(macro, ticket, viewer),
    ...(macro.priority_id !== null && { priority_id: macro.priority_id }),
    ...(macro.type_id !== null && { type_id: macro.type_id }),
    // A subcategory belongs to one category.
    ...(macro.category_id !== null &&
      macro.category_id !== ticket.category_id && { category_id: macro.category_id, subcategory_id: null }),
    tags: [...new Set([...ticket.tags, ...macro.tags_added])].filter(
      (tag) => !macro.tags_removed.includes(tag),
    ),
  };
}

function statusOf({ status }: MacroSteps, ticket: Ticket, now: Date): MacroFields {
  if (status === null || status === ticket.status) return {};
  if (status === 'solved') return { status, solved_at: now };
  return { status, ...(isDone(ticket) && { solved_at: null }) };
}

/** A ticket that is transferred becomes unassigned, unless the macro names an assignee. */
function placeOf(
  { move_to_id, assignee, assign_to_id }: MacroSteps,
  ticket: Ticket,
  viewer: Pick<Viewer, 'id'>,
): MacroFields {
  const isMoved = move_to_id !== null && move_to_id !== ticket.department_id;
  return {
    ...(isMoved && { department_id: move_to_id }),
    ...((isMoved || assignee === 'none') && { assignee_id: null }),
    ...(assignee === 'me' && { assignee_id: viewer.id }),
    ...(assign_to_id !== null && { assignee_id: assign_to_id }),
  };
}
