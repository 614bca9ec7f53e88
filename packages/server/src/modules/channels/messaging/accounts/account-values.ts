import {
  ACCOUNT_VALUES,
  isAccountValue,
  PROVIDER_TRAITS,
  type AccountValue,
  type MessagingFault,
  type MessagingProvider,
  type SmppLine,
} from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { AccountRow } from './account-store.ts';

/** Faults after which the account cannot be used until somebody acts. */
const OF_THE_ACCOUNT: ReadonlySet<MessagingFault> = new Set([
  'token_refused',
  'login_refused',
  'not_permitted',
  'account_locked',
  'account_unknown',
]);

/** Whether the provider refuses the account as a whole, and not only this message. */
export const isAccountFault = (fault: MessagingFault | null): fault is MessagingFault =>
  fault !== null && OF_THE_ACCOUNT.has(fault);

type Values = Partial<Record<AccountValue, string | undefined>> & { smpp?: SmppLine | null | undefined };

/** Refuses values that an account of that provider cannot have. For a change only the changed values are checked. */
export function demandAccountValues(
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

/**
 * The stored password is only sent to the message centre, by the kind of line and for the user for which it was set: otherwise
 * somebody could have it sent to themselves.
 */
export function demandPassword(
  { smpp: before, business_id: systemId }: AccountRow,
  { smpp, access_token: password, business_id: nextId = systemId }: Values,
): void {
  if (!before || password !== undefined) return;
  const placeOf = ({ host, port, tls }: SmppLine) => `${host} ${port} ${tls}`;
  if (placeOf(smpp ?? before) === placeOf(before) && nextId === systemId) return;
  throw new AppError('invalid', [
    { path: 'access_token', message: 'Enter the password again for another host, port or system ID' },
  ]);
}

/** Identifies the connection of an account: when it changes, the server must sign in again. Constant for accounts without a connection. */
export const smppConnectionKey = ({
  smpp,
  business_id: systemId,
  sealed_access_token: password,
}: AccountRow): string => (smpp ? JSON.stringify([smpp, systemId, password]) : '');

/**
 * The accounts that a provider's notice is about. One app reports on all of its accounts at the URL of each; a notice about
 * accounts of another app is ignored. If the notice does not name an account, it is about the one that received it.
 */
export function accountsConcerned(
  all: readonly AccountRow[],
  row: AccountRow,
  { account, secretOf }: { account: string; secretOf: (one: AccountRow) => string },
): AccountRow[] {
  const isOfSameApp = (one: AccountRow) =>
    one.id === row.id || (secretOf(row) !== '' && secretOf(one) === secretOf(row));
  const isNamed = (one: AccountRow) =>
    one.address === account || (one.business_id !== '' && one.business_id === account);
  const named = all.filter((one) => one.provider === row.provider && isNamed(one) && isOfSameApp(one));
  return named.length === 0 && (account === '' || row.business_id === '') ? [row] : named;
}
