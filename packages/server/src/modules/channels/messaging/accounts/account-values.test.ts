import { describe, expect, it } from 'vitest';
import type { AccountRow } from './account-store.ts';
import { accountsConcerned } from './account-values.ts';

const account = (id: number, more: Partial<AccountRow>): AccountRow =>
  ({ id, provider: 'whatsapp', address: `number-${id}`, business_id: '', ...more }) as AccountRow;
const one = account(1, { business_id: 'shop' });
const other = account(2, { business_id: 'bakery' });
const unnamed = account(3, {});
const page = account(4, { provider: 'messenger', business_id: 'shop' });
const foreign = account(5, { business_id: 'bakery' });
const all = [one, other, unnamed, page, foreign];
const secretOf = ({ id }: AccountRow): string => (id === 5 ? 'another app' : 'ours');
const concernedIds = (row: AccountRow, of: string) =>
  accountsConcerned(all, row, { account: of, secretOf }).map(({ id }) => id);

describe('whom news of a business are about', () => {
  it.each<[string, AccountRow, string, number[]]>([
    ['its own', one, 'shop', [1]],
    ['another account of the same app, and not who was told', one, 'bakery', [2]],
    ['one that is named by its number', one, 'number-2', [2]],
    ['nobody, where it is a business that nobody here has', one, 'smithy', []],
    ['who was told, where nothing is named', one, '', [1]],
    ['who was told, where it is not known whose they are', unnamed, 'smithy', [3]],
    ['none of another app', foreign, 'shop', []],
  ])('%s', (_name, row, of, ids) => {
    expect(concernedIds(row, of)).toEqual(ids);
  });
});
