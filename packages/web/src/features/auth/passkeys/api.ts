import { ApiError, errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  finishPasskeyLogin,
  listPasskeys,
  removePasskey,
  type BodyOf,
} from '@trunkline/contract';

type Credential = BodyOf<typeof finishPasskeyLogin>['credential'];
type Failure = 'wrong_passkey' | 'sign_in_expired' | 'duplicate' | 'wrong_credentials' | 'provider_required';

const KNOWN: readonly Failure[] = [
  'wrong_passkey',
  'sign_in_expired',
  'duplicate',
  'wrong_credentials',
  'provider_required',
];

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, { signal }),
});

const refetch = () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });

export async function makePasskey(name: string, current_password: string): Promise<void> {
  const { data } = await call(beginPasskey, { body: { current_password } });
  const optionsJSON = data.options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const credential = (await startRegistration({ optionsJSON })) as unknown as Credential;
  await call(addPasskey, { body: { token: data.token, name, credential } });
  await refetch();
}

export async function forgetPasskey(id: number): Promise<void> {
  await call(removePasskey, { params: { id } });
  await refetch();
}

export async function signInByPasskey(): Promise<void> {
  const { data } = await call(beginPasskeyLogin, { body: {} });
  const optionsJSON = data.options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const credential = (await startAuthentication({ optionsJSON })) as unknown as Credential;
  await call(finishPasskeyLogin, { body: { token: data.token, credential } });
}

/** Returns the key of the sentence for a failure of the passkey itself; null for any other error. */
export function passkeyFailure<Cancelled extends string>(
  error: unknown,
  cancelled: Cancelled,
): Failure | Cancelled | null {
  // Browsers report one error for every failure, so that a page cannot learn whether a passkey exists.
  if (!(error instanceof ApiError)) return cancelled;
  return KNOWN.find((code) => code === errorCode(error)) ?? null;
}
