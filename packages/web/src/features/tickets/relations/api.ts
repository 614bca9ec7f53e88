import { useQuery } from '@tanstack/react-query';
import { getTicketRelations, search, type TicketRelations } from '@trunkline/contract';
import { useEffect } from 'react';
import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { ticketKeys } from '../api.ts';

const relationsKey = (id: number) => ['tickets', 'relations', id] as const;

const fetchRelations = async (id: number, signal?: AbortSignal): Promise<TicketRelations> =>
  (await call(getTicketRelations, { params: { id }, ...(signal && { signal }) })).data;

/** Relations of a ticket; fetched again when they change. */
export function useRelations(id: number) {
  useEffect(
    () =>
      realtime.on('ticket-relations-changed', ({ ticket_id: changed, timeline }) => {
        if (changed !== id) return;
        void queryClient.invalidateQueries({ queryKey: relationsKey(id) });
        if (!timeline) return;
        for (const key of [ticketKeys.one(id), ['tickets', 'timeline', id]])
          void queryClient.invalidateQueries({ queryKey: key });
      }),
    [id],
  );
  return useLiveQuery<TicketRelations>({
    queryKey: relationsKey(id),
    queryFn: ({ signal }) => fetchRelations(id, signal),
    // The status of a linked ticket may have changed; other changes come with the event above.
    apply: (relations, event) =>
      event.name === 'ticket-changed' ? withStatus(relations, event.payload) : relations,
  });
}

function withStatus(
  relations: TicketRelations,
  {
    id,
    status,
    subject,
  }: { id: number; status: TicketRelations['links'][number]['status']; subject: string },
): TicketRelations {
  const old = relations.links.find((link) => link.id === id);
  if (!old || (old.status === status && old.subject === subject)) return relations;
  const links = relations.links.map((link) => (link.id === id ? { ...link, status, subject } : link));
  return { ...relations, links };
}

/** Puts the relations from an answer into the cache at once. */
export function showRelations(id: number, relations: TicketRelations): void {
  queryClient.setQueryData(relationsKey(id), relations);
}

/** Returns the number of open subtickets of a ticket. */
export async function countOpenChildren(id: number): Promise<number> {
  const { links } = await fetchRelations(id);
  return links.filter(({ kind, status }) => kind === 'child' && status !== 'solved' && status !== 'closed')
    .length;
}

/** Finds tickets by number, subject, customer or message text, like the search box. */
export function useFoundTickets(text: string) {
  const q = text.trim();
  return useQuery({
    queryKey: ['tickets', 'find', q],
    queryFn: async ({ signal }) => (await call(search, { query: { q }, signal })).data.tickets,
    enabled: q !== '',
    placeholderData: (before) => before,
  });
}
