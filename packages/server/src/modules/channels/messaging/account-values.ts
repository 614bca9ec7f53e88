import {
  ACCOUNT_VALUES,
  isAccountValue,
  type AccountValue,
  type MessagingProvider,
} from '@trunkline/contract';
import { AppError } from '#platform/errors';

type Values = Partial<Record<AccountValue, string | undefined>>;

/** Refuses what an account of that provider cannot be. Of a change, only what it names is looked at. */
export function demandValues(
  provider: MessagingProvider,
  given: Values,
  { isNew }: { isNew: boolean },
): void {
  const asked = ACCOUNT_VALUES.filter((name) => isNew || given[name] !== undefined);
  const wrong = asked.filter((name) => !isAccountValue(provider, name, given[name] ?? ''));
  if (wrong.length === 0) return;
  const message = `Not what an account of ${provider} has`;
  throw new AppError(
    'invalid',
    wrong.map((path) => ({ path, message })),
  );
}
