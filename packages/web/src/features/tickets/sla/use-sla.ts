import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getTicketSla, type SlaClock, type SlaEntry, type Ticket } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';

export type TicketSlaState = { clocks: SlaClock[]; entries: SlaEntry[] };

/** The remaining working time changes while the ticket is open, so it is fetched again. */
const REFRESH_MS = 60_000;

/** The SLA targets of a ticket with their history; fetched anew with every change of the ticket. */
export function useSla({ id, revision }: Pick<Ticket, 'id' | 'revision'>): TicketSlaState | undefined {
  return useQuery<TicketSlaState>({
    queryKey: ['tickets', 'sla', id, revision],
    queryFn: async ({ signal }) => (await call(getTicketSla, { params: { id }, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  }).data;
}
