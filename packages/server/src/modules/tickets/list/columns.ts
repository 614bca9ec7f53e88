import { sql } from 'kysely';

/** The columns of the contract's `Ticket`, from `tickets t` joined with `customers c`. */
export const ticketColumns = sql`t.id, t.number, t.subject, t.status, t.department_id, t.assignee_id, t.priority_id,
  (select p.rank from priorities p where p.id = t.priority_id) as priority_rank, t.type_id,
  t.category_id, t.subcategory_id, t.caller_type_id, t.media_id, t.tags, t.fields, t.customer_id, c.name as customer_name, t.merged_into,
  t.last_message, t.last_message_by, t.last_message_at, t.waiting_since, t.unread, t.is_unsent, t.sends_at, t.snoozed_until, t.returned_at, t.first_response_due_at,
  t.first_response_at, t.next_response_due_at, t.resolution_due_at, t.solved_at, t.created_at, t.updated_at, t.version, t.revision`;
