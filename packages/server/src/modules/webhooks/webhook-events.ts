import type { Message, Ticket, WebhookEvent } from '@trunkline/contract';
import type { EmittedEvent } from '#platform/db';

/** A webhook event. */
export type WebhookEventData = {
  event: WebhookEvent;
  /** The subject: deliveries of the same subject are sent in order. */
  subject: string;
  /** Sent once per version; null: every time. */
  version: number | null;
  data: object;
};

/** The webhook events of a transaction, derived from the events for our own screens, so that both tell the same. Pure. */
export function webhookEventsOf(events: readonly EmittedEvent[]): WebhookEventData[] {
  const tickets = new Map<number, Ticket>();
  for (const each of events) if (each.name === 'ticket-changed') tickets.set(each.payload.id, each.payload);
  return events.flatMap((each, index): WebhookEventData[] => {
    switch (each.name) {
      case 'message-added':
      case 'livechat-message':
      case 'whatsapp-message':
      case 'socmed-message':
        return ofLine(each.payload, tickets);
      case 'message-changed':
        return isTalk(each.payload) ? [aboutMessage('message.changed', each.payload)] : [];
      case 'customer-changed': {
        const { payload: customer } = each;
        const isLast = !events
          .slice(index + 1)
          .some(({ name, payload }) => name === 'customer-changed' && payload.id === customer.id);
        const { id, version } = customer;
        const subject = `customer:${id}`;
        return isLast ? [{ event: 'customer.changed', subject, version, data: { customer } }] : [];
      }
      default:
        return [];
    }
  });
}

/** The event of an entry of the time line: a message, or a change of the ticket. */
function ofLine(message: Message, tickets: ReadonlyMap<number, Ticket>): WebhookEventData[] {
  const { event, author: by, ticket_id: id } = message;
  if (message.kind === 'note') return [aboutMessage('note.added', message)];
  if (isTalk(message)) return [aboutMessage('message.added', message)];
  const ticket = tickets.get(id);
  if (!ticket) return [];
  const about = { subject: `ticket:${id}`, version: null };
  if (event?.type === 'created') return [{ ...about, event: 'ticket.created', data: { ticket, by } }];
  if (event?.type !== 'changed') return [];
  const { changes } = event;
  const isSolved = changes.some(({ field, to }) => field === 'status' && to === 'solved');
  const data = { ticket, changes, by };
  return [
    { ...about, event: 'ticket.changed', data },
    ...(isSolved ? [{ ...about, event: 'ticket.solved' as const, data }] : []),
  ];
}

const isTalk = ({ kind }: Message): boolean => kind === 'inbound' || kind === 'outbound';

function aboutMessage(event: WebhookEvent, message: Message): WebhookEventData {
  const { ticket_id: id, client_key: _, ...shown } = message;
  return {
    event,
    subject: `ticket:${id}`,
    version: null,
    data: { ticket_id: id, message: { ...shown, ticket_id: id } },
  };
}
