import type { Ticket } from '@trunkline/contract';

/** The required fields of a new ticket. */
export type NewTicketFields = Pick<Ticket, 'subject' | 'department_id' | 'media_id' | 'customer_id'> &
  Partial<
    Pick<
      Ticket,
      | 'priority_id'
      | 'assignee_id'
      | 'type_id'
      | 'category_id'
      | 'subcategory_id'
      | 'caller_type_id'
      | 'tags'
      | 'fields'
    >
  >;
