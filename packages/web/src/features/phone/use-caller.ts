import { useQuery } from '@tanstack/react-query';
import { getCustomer } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { useStore } from '#shared/lib/store.ts';
import { callerOf, callers } from './phone-control.ts';

/** The other party of a call: the customer, where the server has named one, otherwise the number. */
export function useCaller(number: string) {
  const { can } = useSession();
  const { customerId, ticketId, queue, transferredBy } = callerOf(useStore(callers), number);
  const { data } = useQuery({
    queryKey: ['phone', 'caller', customerId],
    queryFn: ({ signal }) => call(getCustomer, { params: { id: customerId ?? 0 }, signal }),
    enabled: customerId !== null && can('CUSTOMERS:VIEW'),
  });
  return {
    name: data?.data.name ?? number,
    customerId: data ? customerId : null,
    ticketId: can('TICKETS:VIEW') ? ticketId : null,
    queue,
    transferredBy,
  };
}
