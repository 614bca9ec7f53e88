import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { listTicketCalls, listTicketRecordings, type CallRecording } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { applyToCalls, type TicketCall } from './call-entries.ts';

const keyOf = (ticketId: number) => ['tickets', 'calls', ticketId] as const;

// The event has the call only: its recordings are fetched, once for all components.
realtime.on('call-changed', ({ ticket_id: id }) => {
  void queryClient.invalidateQueries({ queryKey: keyOf(id) });
});

const recordingsKey = (ticketId: number) => ['tickets', 'recordings', ticketId] as const;
realtime.on('ticket-recorded', ({ ticket_id: id }) => {
  void queryClient.invalidateQueries({ queryKey: recordingsKey(id) });
});

/** The recordings of all calls of a ticket. */
export function useRecordings(ticketId: number, enabled: boolean): UseQueryResult<CallRecording[], Error> {
  return useQuery({
    queryKey: recordingsKey(ticketId),
    queryFn: async ({ signal }) =>
      (await call(listTicketRecordings, { params: { id: ticketId }, signal })).data,
    enabled,
  });
}

/** The room calls of a ticket with their recordings; live. */
export function useCalls(ticketId: number): UseQueryResult<TicketCall[], Error> {
  return useLiveQuery<TicketCall[]>({
    queryKey: keyOf(ticketId),
    queryFn: async ({ signal }) => (await call(listTicketCalls, { params: { id: ticketId }, signal })).data,
    apply: (entries, event) => applyToCalls(entries, event, ticketId),
  });
}
