import { useQuery } from '@tanstack/react-query';
import { getCustomer, getTicket, listPhoneTargets } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { useStore } from '#shared/lib/store.ts';
import { callerOf, callers } from './phone-control.ts';

/** Colleagues have short numbers; those of customers have at least this many digits. */
const OUTSIDE_DIGITS = 6;

export const phoneTargets = {
  queryKey: ['phone', 'targets'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listPhoneTargets, { signal }),
};

/**
 * The other party of a call: the customer or colleague, where the number is theirs, otherwise the number. With `callId`, also
 * the customer whom a colleague has put through into that call.
 */
export function useCaller(number: string, callId?: string) {
  const { can } = useSession();
  const known = useStore(callers);
  const { customerId, ticketId, queue, transferredBy } = callerOf(
    known,
    callId !== undefined && known.has(callId) ? callId : number,
  );
  const { data } = useQuery({
    queryKey: ['phone', 'caller', customerId],
    queryFn: ({ signal }) => call(getCustomer, { params: { id: customerId ?? 0 }, signal }),
    enabled: customerId !== null && can('CUSTOMERS:VIEW'),
  });
  // The server tells of every call from outside, whose caller may show a colleague's number.
  const colleague = useColleague(known.has(number) ? '' : number);
  return {
    name: data?.data.name ?? (colleague || number),
    customerId: data ? customerId : null,
    ticketId: can('TICKETS:VIEW') ? ticketId : null,
    queue,
    transferredBy,
  };
}

/** The subject of a call's ticket; empty where the user cannot see it. */
export function useSubject(ticketId: number | null): string {
  const { data } = useQuery({
    queryKey: ['phone', 'ticket', ticketId],
    queryFn: ({ signal }) => call(getTicket, { params: { id: ticketId ?? 0 }, signal }),
    enabled: ticketId !== null,
    retry: false,
  });
  return data?.data.ticket.subject ?? '';
}

/** The name of the colleague whose extension this is; empty for everybody else. */
function useColleague(number: string): string {
  const isShort = number !== '' && number.length < OUTSIDE_DIGITS;
  const { data } = useQuery({ ...phoneTargets, enabled: isShort });
  return data?.data.people.find(({ extension }) => extension === number)?.fullname ?? '';
}
