import { LIMITS, type Language } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { findUser } from '../store.ts';
import type { Claims } from './claims.ts';
import * as store from './provider-store.ts';

export type NewAccount = { username: string; fullname: string; email: string; language: Language };

/** Is this an address for which accounts are created? Pure. */
export const isOfDomains = (address: string, domains: readonly string[]): boolean =>
  domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase());

/** The account of somebody who is new, by their proven address and what the provider calls them. Pure. */
export function accountIn(claims: Claims, address: string, usual: Language): NewAccount {
  const local = plain(address.slice(0, address.lastIndexOf('@')));
  const named = typeof claims['name'] === 'string' ? plain(claims['name']) : '';
  return {
    // Names that people choose for themselves there could be those of others here.
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

/** The name, or where somebody has it the first that is free with a number behind it. */
async function freeName(tx: Tx, name: string): Promise<string> {
  const base = name.slice(0, LIMITS.name - String(NAMES).length);
  const names = [base, ...Array.from({ length: NAMES }, (_, index) => `${base}${index + 2}`)];
  const taken = await store.takenNames(tx.q, names);
  const free = names.find((one) => !taken.has(one.toLowerCase()));
  if (free === undefined) throw new Error(`no name is free that begins with ${base}`);
  return free;
}

/** Call with `lockFirstSignIns` held, for an address that nobody has. */
export async function createAccount(tx: Tx, { account, levelId }: { account: NewAccount; levelId: number }) {
  const username = await freeName(tx, account.username);
  const id = await store.insertAccount(tx.q, { ...account, username, user_level_id: levelId });
  return findUser(tx.q, { id });
}
