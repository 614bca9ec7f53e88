import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getTicketSla, type SlaClock, type SlaEntry, type Ticket } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';

export type Sla = { clocks: SlaClock[]; entries: SlaEntry[] };

/** What is left of a working day goes down while one looks. */
const REFRESH_MS = 60_000;

/** The clocks of a ticket with what happened to them. Whatever changes the ticket may have changed them. */
export function useSla({ id, revision }: Pick<Ticket, 'id' | 'revision'>): Sla | undefined {
  return useQuery<Sla>({
    queryKey: ['tickets', 'sla', id, revision],
    queryFn: async ({ signal }) => (await call(getTicketSla, { params: { id }, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  }).data;
}
