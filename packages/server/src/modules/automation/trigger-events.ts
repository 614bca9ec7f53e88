import type { Message, RuleEvent } from '@trunkline/contract';
import type { EmittedEvent } from '#platform/db';
import { isForward } from '#modules/tickets';
import type { EventDetails } from './tables.ts';

/** An event that may trigger rules. */
export type RuleTriggerEvent = { ticket_id: number; kind: RuleEvent; facts: EventDetails };

/** The events of a transaction, derived from what it tells our own screens. Entries of the system trigger nothing. Pure. */
export function ruleTriggerEventsOf(events: readonly EmittedEvent[]): RuleTriggerEvent[] {
  return events.flatMap((event): RuleTriggerEvent[] => (isLine(event) ? ofLine(event.payload) : []));
}

const LINES = ['message-added', 'livechat-message', 'whatsapp-message', 'socmed-message'] as const;
type Line = Extract<EmittedEvent, { name: (typeof LINES)[number] }>;
const isLine = (event: EmittedEvent): event is Line => LINES.some((name) => name === event.name);

function ofLine({ ticket_id, kind, event, author, mail, id, created_at }: Message): RuleTriggerEvent[] {
  if (event?.type === 'created') return [{ ticket_id, kind: 'ticket_created', facts: {} }];
  if (event?.type === 'changed')
    return [{ ticket_id, kind: 'ticket_changed', facts: { changes: event.changes } }];
  const isTheirs = kind === 'inbound' && author.type === 'customer';
  if (!isTheirs && (kind !== 'outbound' || author.type !== 'user' || isForward({ mail }))) return [];
  const facts = { message: { id, created_at } };
  return [{ ticket_id, kind: isTheirs ? 'customer_wrote' : 'we_wrote', facts }];
}
