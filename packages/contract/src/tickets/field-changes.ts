import { z } from 'zod';
import { customFieldKey, type CustomFieldKey } from '../custom-fields/custom-fields.ts';

/** The fields whose changes are logged, and whose stale changes are refused. */
export const TICKET_FIELDS = [
  'subject',
  'status',
  'department_id',
  'assignee_id',
  'priority_id',
  'type_id',
  'category_id',
  'subcategory_id',
  'caller_type_id',
  'tags',
  'snoozed_until',
] as const;
export type TicketField = (typeof TICKET_FIELDS)[number];

/** A field of the ticket, or `field:<id>`: the answer to a custom field. */
export type ChangedField = TicketField | CustomFieldKey;

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
export const fieldChange = z.object({
  field: z.union([z.enum(TICKET_FIELDS), customFieldKey]),
  from: fieldValue,
  to: fieldValue,
});
export type FieldChange = z.infer<typeof fieldChange>;
