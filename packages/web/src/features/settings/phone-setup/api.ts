import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useQuery } from '@tanstack/react-query';
import {
  applyPhoneSetup,
  createPhoneItem,
  listPhoneTargets,
  readPhoneSetup,
  readTrunkStates,
  removePhoneItem,
  updatePhoneItem,
  type PhoneSetupItem,
  type TypedPhoneItem,
} from '@trunkline/contract';

const SETUP = ['phone-setup'] as const;
const LOOK_MS = 15_000;

export const useSetup = (id: number) =>
  useQuery({
    queryKey: [...SETUP, id],
    queryFn: ({ signal }) => call(readPhoneSetup, { params: { id }, signal }).then(({ data }) => data),
  });

/** Users with a phone extension, to whom callers can be sent. */
export const usePhonePeople = () =>
  useQuery({
    queryKey: ['phone-targets'],
    queryFn: ({ signal }) => call(listPhoneTargets, { signal }).then(({ data }) => data.people),
  });

/** The states of trunks; polled, because no event tells of their changes. */
export const useTrunkStates = (id: number) =>
  useQuery({
    queryKey: [...SETUP, id, 'trunks'],
    queryFn: ({ signal }) => call(readTrunkStates, { params: { id }, signal }).then(({ data }) => data),
    refetchInterval: LOOK_MS,
  });

const changed = () => queryClient.invalidateQueries({ queryKey: SETUP });

export async function saveItem(
  gatewayId: number,
  item: PhoneSetupItem | undefined,
  body: TypedPhoneItem,
): Promise<void> {
  if (item) await call(updatePhoneItem, { params: { id: gatewayId, item: item.id }, body });
  else await call(createPhoneItem, { params: { id: gatewayId }, body });
  await changed();
}

export async function removeItem(gatewayId: number, item: number): Promise<void> {
  await call(removePhoneItem, { params: { id: gatewayId, item } });
  await changed();
}

export async function applyAgain(id: number): Promise<void> {
  await call(applyPhoneSetup, { params: { id } });
  await changed();
}
