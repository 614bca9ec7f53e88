import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useQuery } from '@tanstack/react-query';
import {
  createSignInProvider,
  listLevels,
  listSignInProviders,
  removeSignInProvider,
  testSignInProvider,
  updateSignInProvider,
  type ResponseOf,
  type SignInProvider,
} from '@trunkline/contract';
import type { ProviderForm } from './provider-form.ts';

const PROVIDERS = ['sign-in-providers'] as const;

export type ProviderDiscovery = ResponseOf<typeof testSignInProvider>['data'];

/** All providers; fetched anew when somebody changes one, or a sign-in lacked an expected claim. */
export const useProviders = () =>
  useQuery({
    queryKey: PROVIDERS,
    queryFn: ({ signal }) => call(listSignInProviders, { signal }),
  });

export const useLevelNames = () =>
  useQuery({ queryKey: ['levels'], queryFn: ({ signal }) => call(listLevels, { signal }) });

const refetch = () => queryClient.invalidateQueries({ queryKey: PROVIDERS });

export async function saveProvider(provider: SignInProvider | null, form: ProviderForm): Promise<void> {
  const { client_secret: secret, ...fields } = form;
  if (provider)
    await call(updateSignInProvider, {
      params: { id: provider.id },
      body: { version: provider.version, ...fields, ...(secret !== '' && { client_secret: secret }) },
    });
  else await call(createSignInProvider, { body: form });
  await refetch();
}

export async function deleteProvider(id: number): Promise<void> {
  await call(removeSignInProvider, { params: { id } });
  await refetch();
}

export const lookUpProvider = (issuer: string): Promise<ProviderDiscovery> =>
  call(testSignInProvider, { body: { issuer } }).then((answer) => answer.data);
