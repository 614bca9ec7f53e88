import {
  getTicket,
  getTicketCounts,
  getTimeline,
  listTemplates,
  listTickets,
  type Message,
  type Ticket,
} from '@trunkline/contract';
import { type InfiniteData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#shared/api/call.ts';
import { useLiveInfiniteQuery, useLiveQuery } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { type NumberedEvent, realtime } from '#shared/api/realtime.ts';
import type { ListFilter } from './filters.ts';
import {
  addMessage,
  applyToList,
  applyToTicket,
  applyToTimeline,
  type TicketDetail,
  type TimelinePage,
} from './realtime.ts';
import { type ListPage, pageOf, placeTicket, removeTicket } from './timeline/window.ts';

const LIST_PAGE = 50;
const TIMELINE_PAGE = 50;

export const ticketKeys = {
  lists: ['tickets', 'list'] as const,
  list: (filter: ListFilter, me: number) => ['tickets', 'list', filter, me] as const,
  counts: ['tickets', 'counts'] as const,
  one: (id: number) => ['tickets', 'one', id] as const,
  timeline: (id: number, kind: 'all' | 'event') => ['tickets', 'timeline', id, kind] as const,
  templates: ['templates'] as const,
};

/** Returns a filter as the query of a request. */
export const queryOf = ({ where, ...filter }: ListFilter) => ({
  ...filter,
  ...(where && { where: JSON.stringify(where) }),
});

/** The list of tickets for a filter, page by page; live. */
export function useTicketList(filter: ListFilter, me: number) {
  return useLiveInfiniteQuery<ListPage, string | null>({
    queryKey: ticketKeys.list(filter, me),
    queryFn: ({ pageParam, signal }) =>
      call(listTickets, {
        query: { ...queryOf(filter), cursor: pageParam, limit: LIST_PAGE },
        signal,
      }).then((answer) => pageOf(answer, filter.sort)),
    initialPageParam: null,
    getNextPageParam: (last) => last.next ?? undefined,
    apply: (data, event) => applyToList(data, event, filter, me),
  });
}

/** Counts by department and status; a signal replaces them. */
export function useTicketCounts() {
  useEffect(
    () =>
      realtime.on('ticket-counts', ({ data }) => {
        // Cancels a request on its way, whose answer would be older than these counts.
        void queryClient
          .cancelQueries({ queryKey: ticketKeys.counts })
          .then(() => queryClient.setQueryData(ticketKeys.counts, data));
      }),
    [],
  );
  return useQuery({
    queryKey: ticketKeys.counts,
    queryFn: async ({ signal }) => (await call(getTicketCounts, { signal })).data,
  });
}

/** One ticket with its customer, conversations and history; live. */
export function useTicket(id: number) {
  const ticket = useLiveQuery<TicketDetail>({
    queryKey: ticketKeys.one(id),
    queryFn: async ({ signal }) => (await call(getTicket, { params: { id }, signal })).data,
    apply: applyToTicket,
  });
  // After a customer merge the customer is fetched, because the event contains only the customer's id.
  const { data, refetch } = ticket;
  const isOthers = data !== undefined && data.ticket.customer_id !== data.customer.id;
  useEffect(() => {
    if (isOthers) void refetch();
  }, [isOthers, refetch]);
  return ticket;
}

/** The conversation of a ticket, newest page first; live. With `event` only its activity log. */
export function useTimeline(id: number, kind: 'all' | 'event' = 'all') {
  return useLiveInfiniteQuery<TimelinePage, number | null>({
    queryKey: ticketKeys.timeline(id, kind),
    queryFn: ({ pageParam, signal }) =>
      call(getTimeline, { params: { id }, query: { before: pageParam, kind, limit: TIMELINE_PAGE }, signal }),
    initialPageParam: null,
    getNextPageParam: (last) => (last.has_more ? last.data[0]?.id : undefined),
    apply: (data, event) =>
      kind === 'event' && !isTicketEvent(event) ? data : applyToTimeline(data, event, id),
  });
}

export const templatesQuery = queryOptions({
  queryKey: ticketKeys.templates,
  queryFn: async ({ signal }) => (await call(listTemplates, { signal })).data,
  staleTime: 5 * 60_000,
});

/** Puts a ticket from an answer into all caches at once; the event that follows then changes nothing. */
export function showTicket(ticket: Ticket): void {
  queryClient.setQueryData<TicketDetail>(ticketKeys.one(ticket.id), (detail) =>
    detail && ticket.revision > detail.ticket.revision ? { ...detail, ticket } : detail,
  );
  for (const [key, window] of queryClient.getQueriesData<InfiniteData<ListPage>>({
    queryKey: ticketKeys.lists,
  })) {
    const [, , filter, me] = key as ReturnType<typeof ticketKeys.list>;
    if (window) queryClient.setQueryData(key, placeTicket(window, ticket, filter, me));
  }
}

/** Removes a ticket from all lists, because the user has lost access to it. */
export function forgetTicket(id: number): void {
  for (const [key, window] of queryClient.getQueriesData<InfiniteData<ListPage>>({
    queryKey: ticketKeys.lists,
  }))
    if (window) queryClient.setQueryData(key, removeTicket(window, id));
  queryClient.removeQueries({ queryKey: ticketKeys.one(id) });
}

/** Adds a message that the server has confirmed. */
export function showMessage(message: Message): void {
  queryClient.setQueryData<InfiniteData<TimelinePage>>(
    ticketKeys.timeline(message.ticket_id, 'all'),
    (window) => (window ? addMessage(window, message) : window),
  );
}

function isTicketEvent(event: NumberedEvent): boolean {
  return 'kind' in event.payload && event.payload.kind === 'event';
}
