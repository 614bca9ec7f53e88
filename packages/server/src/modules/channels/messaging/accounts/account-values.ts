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

/** Without these the account is of no use until somebody does something about it. */
const OF_THE_ACCOUNT: ReadonlySet<MessagingFault> = new Set([
  'token_refused',
  'login_refused',
  'not_permitted',
  'account_locked',
  'account_unknown',
]);

/** Whether the provider does not let us use the account, and not only this once. */
export const isOfTheAccount = (fault: MessagingFault | null): fault is MessagingFault =>
  fault !== null && OF_THE_ACCOUNT.has(fault);

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

/**
 * A stored password goes to no other message centre, over no other kind of line and for no other user: it could be sent to somebody
 * who asks for it.
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
export const lineSealOf = ({
  smpp,
  business_id: systemId,
  sealed_access_token: password,
}: AccountRow): string => (smpp ? JSON.stringify([smpp, systemId, password]) : '');

/**
 * Which accounts news that were brought to one of them are about. An app tells of all that it has at one address; of others
 * than its own it is not believed. Where it can't be known whose they are, they are about the one that they were brought to.
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
