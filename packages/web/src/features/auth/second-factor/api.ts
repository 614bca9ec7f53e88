import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { queryOptions } from '@tanstack/react-query';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type ResponseOf,
} from '@trunkline/contract';

export type SecondFactor = ResponseOf<typeof getSecondFactor>['data'];
export type AuthenticatorSetup = ResponseOf<typeof beginSecondFactor>['data'];

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, { signal }).then((answer) => answer.data),
});

const refetch = () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });

export const beginSetUp = (current_password: string): Promise<AuthenticatorSetup> =>
  call(beginSecondFactor, { body: { current_password } }).then((answer) => answer.data);

export async function confirmSetUp(code: string): Promise<string[]> {
  const { data } = await call(confirmSecondFactor, { body: { code } });
  await refetch();
  return data.recovery_codes;
}

export async function renewCodes(current_password: string): Promise<string[]> {
  const { data } = await call(renewRecoveryCodes, { body: { current_password } });
  await refetch();
  return data.recovery_codes;
}

export async function disableSecondFactor(current_password: string): Promise<void> {
  await call(removeSecondFactor, { body: { current_password } });
  await refetch();
}
