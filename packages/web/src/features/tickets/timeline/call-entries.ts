import type { CallBack, listTicketCalls, ResponseOf } from '@trunkline/contract';
import type { NumberedEvent } from '#shared/api/realtime.ts';

/** A call of a ticket with its recordings. */
export type TicketCall = ResponseOf<typeof listTicketCalls>['data'][number];

/** Returns the calls of a ticket after an event. Recordings are not in the event and stay unchanged. */
export function applyToCalls(entries: TicketCall[], event: NumberedEvent, ticketId: number): TicketCall[] {
  if (event.name !== 'call-changed' || event.payload.ticket_id !== ticketId) return entries;
  const recordings = entries.find(({ id }) => id === event.payload.id)?.recordings ?? [];
  return placed(entries, { ...event.payload, recordings });
}

/** Returns the customer's call-backs after an event. */
export function applyToCallBacks(entries: CallBack[], event: NumberedEvent, ticketId: number): CallBack[] {
  if (event.name !== 'call-back-changed' || event.payload.ticket_id !== ticketId) return entries;
  return placed(entries, event.payload);
}

/** Replaces an entry, or adds it as the newest. */
function placed<T extends { id: number }>(entries: T[], entry: T): T[] {
  const index = entries.findIndex(({ id }) => id === entry.id);
  return index < 0 ? [...entries, entry] : entries.with(index, entry);
}
