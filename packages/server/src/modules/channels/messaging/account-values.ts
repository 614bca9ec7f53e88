import {
  ACCOUNT_VALUES,
  isAccountValue,
  PROVIDER_TRAITS,
  type AccountValue,
  type MessagingProvider,
  type SmppLine,
} from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { AccountRow } from './account-store.ts';

type Values = Partial<Record<AccountValue, string | undefined>> & { smpp?: SmppLine | null | undefined };

/** Refuses what an account of that provider cannot be. Of a change, only what it names is looked at. */
export function demandValues(
  provider: MessagingProvider,
  given: Values,
  { isNew }: { isNew: boolean },
): void {
  const asked = ACCOUNT_VALUES.filter((name) => isNew || given[name] !== undefined);
  const wrong: string[] = asked.filter((name) => !isAccountValue(provider, name, given[name] ?? ''));
  const isLine = PROVIDER_TRAITS[provider].isLine === true;
  if ((isNew || given.smpp !== undefined) && (given.smpp != null) !== isLine) wrong.push('smpp');
  if (wrong.length === 0) return;
  const message = `Not what an account of ${provider} has`;
  throw new AppError(
    'invalid',
    wrong.map((path) => ({ path, message })),
  );
}

/** What has to be signed in to anew when it changes; the same for all that have no line. */
export const lineSealOf = ({
  smpp,
  business_id: systemId,
  sealed_access_token: password,
}: AccountRow): string => (smpp ? JSON.stringify([smpp, systemId, password]) : '');
