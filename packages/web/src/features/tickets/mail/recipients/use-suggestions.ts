import { useQuery } from '@tanstack/react-query';
import { listCustomers, type MailAddress } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';

const PAUSE_MS = 200;
const CUSTOMERS = 6;
const SHOWN = 8;

/** Matching addresses of customers, without those already entered. */
export function useSuggestions(typed: string, people: readonly MailAddress[]): MailAddress[] {
  const { can } = useSession();
  const query = useSettled(typed.trim());
  const { data = [] } = useQuery({
    queryKey: ['mail-suggestions', query],
    queryFn: async ({ signal }) => {
      const { data: customers } = await call(listCustomers, {
        query: { q: query, limit: CUSTOMERS },
        signal,
      });
      return customers.flatMap(({ name, identities }) =>
        identities.filter(({ kind }) => kind === 'email').map(({ value: address }) => ({ name, address })),
      );
    },
    enabled: query.length > 1 && can('CUSTOMERS:VIEW'),
    staleTime: 10_000,
  });
  if (query.length < 2 || query !== typed.trim()) return [];
  const taken = new Set(people.map(({ address }) => address.toLowerCase()));
  return data.filter(({ address }) => !taken.has(address.toLowerCase())).slice(0, SHOWN);
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
