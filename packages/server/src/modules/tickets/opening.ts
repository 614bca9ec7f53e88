import type { Ticket } from '@trunkline/contract';

/** What a new ticket needs, whoever opens it. */
export type Opening = Pick<Ticket, 'subject' | 'department_id' | 'media_id' | 'customer_id'> &
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
