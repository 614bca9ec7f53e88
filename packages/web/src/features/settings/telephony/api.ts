import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useQuery } from '@tanstack/react-query';
import { listPhoneGateways } from '@trunkline/contract';

const GATEWAYS = ['phone-gateways'] as const;

export const useGateways = () =>
  useQuery({
    queryKey: GATEWAYS,
    queryFn: ({ signal }) => call(listPhoneGateways, { signal }).then((answer) => answer.data),
  });

export const gatewaysChanged = () => queryClient.invalidateQueries({ queryKey: GATEWAYS });
