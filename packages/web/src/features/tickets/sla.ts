import type { Ticket } from '@trunkline/contract';

export type SlaClock = { kind: 'first_response' | 'resolution'; start: string; due: string };

/** Every clock that runs on the ticket, the next one first. A solved ticket has none. */
export function clocksOf(ticket: Ticket): SlaClock[] {
  if (ticket.status === 'solved' || ticket.status === 'closed') return [];
  const clocks: SlaClock[] = [];
  if (ticket.first_response_due_at && !ticket.first_response_at) {
    clocks.push({ kind: 'first_response', start: ticket.created_at, due: ticket.first_response_due_at });
  }
  if (ticket.resolution_due_at)
    clocks.push({ kind: 'resolution', start: ticket.created_at, due: ticket.resolution_due_at });
  return clocks;
}
