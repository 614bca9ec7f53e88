import { z } from 'zod';
import { customer } from '../customers/customers.ts';
import { id, timestamp } from '../kit/shapes.ts';
import { fieldChange } from '../tickets/field-changes.ts';
import { floorAlert } from '../monitoring/floor-alerts.ts';
import { message, ticket } from '../tickets/tickets.ts';
import { WEBHOOK_TEST, type WebhookEvent } from './webhooks.ts';

const by = message.shape.author;
const changed = z.object({ ticket, changes: z.array(fieldChange), by });
const alerted = z.object({ alert: floorAlert });
const said = z.object({ ticket_id: id, message: message.omit({ client_key: true }) });

/** The `data` of a delivery, by event. */
const data = {
  'ticket.created': z.object({ ticket, by }),
  'ticket.changed': changed,
  'ticket.solved': changed,
  'message.added': said,
  'message.changed': said,
  'note.added': said,
  'customer.changed': z.object({ customer }),
  'alert.started': alerted,
  'alert.escalated': alerted,
  'alert.ended': alerted,
  [WEBHOOK_TEST]: z.object({ message: z.string(), by: z.string() }),
} satisfies Record<WebhookEvent | typeof WEBHOOK_TEST, z.ZodType>;

const SUMMARIES: Record<keyof typeof data, string> = {
  'ticket.created': 'A ticket was created.',
  'ticket.changed': 'Fields of a ticket were changed.',
  'ticket.solved': 'A ticket was solved.',
  'message.added': 'A message was received from or sent to the customer.',
  'message.changed': 'A message was edited or deleted.',
  'note.added': 'An internal note was added.',
  'customer.changed': 'A customer was created or changed.',
  'alert.started': 'A monitoring alert started, of a rule that notifies webhooks.',
  'alert.escalated': 'A monitoring alert changed from warning to alarm.',
  'alert.ended': 'A monitoring alert ended.',
  [WEBHOOK_TEST]: 'A test, sent from the settings of the webhook.',
};

/** All webhook events, with their descriptions and bodies. */
export const WEBHOOK_BODIES = Object.entries(data).map(([event, shape]) => ({
  event,
  summary: SUMMARIES[event as keyof typeof data],
  body: z.object({
    /** Stays the same when it is sent again. */
    id: z.string(),
    event: z.literal(event),
    created_at: timestamp,
    data: shape as z.ZodType,
  }),
}));
