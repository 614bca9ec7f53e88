import type { UseQueryResult } from '@tanstack/react-query';
import { listTicketCalls } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { applyToCalls, type TicketCall } from './call-entries.ts';

const keyOf = (ticketId: number) => ['tickets', 'calls', ticketId] as const;

// The event tells of the call alone: what was recorded of it has to be asked for, once for all who show it.
realtime.on('call-changed', ({ ticket_id: id }) => {
  void queryClient.invalidateQueries({ queryKey: keyOf(id) });
});

/** The calls of a ticket with what was recorded of them; live. */
export function useCalls(ticketId: number): UseQueryResult<TicketCall[], Error> {
  return useLiveQuery<TicketCall[]>({
    queryKey: keyOf(ticketId),
    queryFn: async ({ signal }) => (await call(listTicketCalls, { params: { id: ticketId }, signal })).data,
    apply: (entries, event) => applyToCalls(entries, event, ticketId),
  });
}
