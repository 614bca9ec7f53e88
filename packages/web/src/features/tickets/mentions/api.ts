import { queryOptions } from '@tanstack/react-query';
import { listMentionable } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';

/** Colleagues, and whether each may see this ticket. */
export const mentionableQuery = (ticketId: number) =>
  queryOptions({
    queryKey: ['tickets', 'mentionable', ticketId],
    queryFn: async ({ signal }) => (await call(listMentionable, { params: { id: ticketId }, signal })).data,
    staleTime: 60_000,
  });
