import { LIMITS, type Language } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { findUser } from '../store.ts';
import type { Claims } from './claims.ts';
import * as store from './provider-store.ts';

export type AccountFromClaims = { username: string; fullname: string; email: string; language: Language };

/** Whether accounts are created for this address. Pure. */
export const isAddressInDomains = (address: string, domains: readonly string[]): boolean =>
  domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase());

/** The account of a new user, from their verified address and the provider's name. Pure. */
export function accountFromClaims(claims: Claims, address: string, usual: Language): AccountFromClaims {
  const local = plain(address.slice(0, address.lastIndexOf('@')));
  const named = typeof claims['name'] === 'string' ? plain(claims['name']) : '';
  return {
    // User names that people choose at the provider could be those of other users here.
    username: local.replace(/[^\p{L}\p{N}._-]+/gu, '') || 'user',
    fullname: named || local || address,
    email: address,
    language: languageIn(claims['locale']) ?? usual,
  };
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LIMITS.name);

function languageIn(locale: unknown): Language | undefined {
  const [language] = typeof locale === 'string' ? locale.toLowerCase().split(/[-_]/) : [];
  return language === 'id' || language === 'en' ? language : undefined;
}

const NAMES = 1000;

/** The name, or the first free one with a number appended. */
async function freeName(tx: Tx, name: string): Promise<string> {
  const base = name.slice(0, LIMITS.name - String(NAMES).length);
  const names = [base, ...Array.from({ length: NAMES }, (_, index) => `${base}${index + 2}`)];
  const taken = await store.findTakenUsernames(tx.q, names);
  const free = names.find((one) => !taken.has(one.toLowerCase()));
  if (free === undefined) throw new Error(`no name is free that begins with ${base}`);
  return free;
}

/** Call with `lockFirstSignIns` held, for an address that no user has. */
export async function createAccount(
  tx: Tx,
  { account, levelId }: { account: AccountFromClaims; levelId: number },
) {
  const username = await freeName(tx, account.username);
  const id = await store.insertAccount(tx.q, { ...account, username, user_level_id: levelId });
  return findUser(tx.q, { id });
}
