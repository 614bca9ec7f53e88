import { call } from '#shared/api/call.ts';
import { useLiveInfiniteQuery, useLiveQuery } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { useTopic } from '#shared/api/use-topic.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getCustomer, listCustomers, listTickets, TICKET_STATUSES, type Customer } from '@trunkline/contract';
import { applyToCustomer, applyToPages, type CustomerPage, type CustomerView } from './realtime.ts';

const HISTORY_PAGE = 8;

/** Returns a view as the query of a request. */
export const queryOf = ({ sort, q, where = [] }: CustomerView) => ({
  sort,
  ...(q && { q }),
  ...(where.length > 0 && { where: JSON.stringify(where) }),
});

/** The list of customers, page by page; live. */
export function useCustomers(view: CustomerView) {
  useTopic('customers');
  useEffect(followImports, []);
  return useLiveInfiniteQuery<CustomerPage, string | undefined>({
    queryKey: ['customers', 'list', view],
    queryFn: ({ signal, pageParam }) =>
      call(listCustomers, { query: { ...queryOf(view), cursor: pageParam, limit: 60 }, signal }),
    apply: (pages, event) => applyToPages(pages, event, view),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: (previous) => previous,
  });
}

/** Fetches the lists anew after an import, which sends one event for thousands of customers. */
const followImports = (): (() => void) =>
  realtime.on('customers-imported', () => {
    for (const what of ['list', 'one']) void queryClient.invalidateQueries({ queryKey: ['customers', what] });
  });

/** One customer; live. */
export function useCustomer(id: number) {
  useTopic('customers');
  return useLiveQuery<Customer>({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => call(getCustomer, { params: { id }, signal }).then((answer) => answer.data),
    apply: applyToCustomer,
  });
}

/** All tickets of a customer, newest first. Fetched anew when the customer's ticket counts or last contact change. */
export function useCustomerTickets(customer: Customer) {
  return useInfiniteQuery({
    queryKey: [
      'customers',
      'tickets',
      customer.id,
      customer.open_tickets,
      customer.total_tickets,
      customer.last_contact_at,
    ],
    queryFn: ({ signal, pageParam }) =>
      call(listTickets, {
        query: {
          customer: customer.id,
          status: TICKET_STATUSES,
          sort: 'created',
          cursor: pageParam,
          limit: HISTORY_PAGE,
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: (previous, query) => (query?.queryKey[2] === customer.id ? previous : undefined),
  });
}
