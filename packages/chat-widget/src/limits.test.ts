import * as contract from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, LIMITS, LIVECHAT_NAMESPACE, SOCKET } from './limits.ts';

const sources = import.meta.glob<string>('./**/*.tsx', { query: '?raw', import: 'default', eager: true });

describe('fields', () => {
  it('leave their limits to us: a browser takes the beginning of what is pasted, and says nothing', () => {
    const own = Object.entries(sources).filter(([, source]) => /\bmaxLength=/.test(source));
    expect(own.map(([path]) => path)).toEqual([]);
  });
});

describe('values that are repeated from the contract', () => {
  it('are equal to it', () => {
    const { phone, ...shared } = LIMITS;
    expect(contract.LIMITS).toMatchObject(shared);
    expect(contract.SOCKET).toMatchObject(SOCKET);
    expect(LANGUAGES).toEqual(contract.LANGUAGES);
    expect(LIVECHAT_NAMESPACE).toBe(contract.LIVECHAT_NAMESPACE);
    const start = (length: number) =>
      contract.startChat.body.safeParse({ client_key: 'k2345678', name: 'Joko', phone: '1'.repeat(length) });
    expect([start(phone).success, start(phone + 1).success]).toEqual([true, false]);
  });
});
