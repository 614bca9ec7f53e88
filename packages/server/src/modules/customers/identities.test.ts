import type { Customer } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import { testApp, type TestApp } from '../../../test/app.ts';
import { normaliseIdentity, numberParts, readPhone, spellingsOf } from './identities.ts';

describe('a telephone number', () => {
  it.each([
    ['0815-1234-567', '+628151234567'],
    ['+62 815 1234 567', '+628151234567'],
    ['(0815) 1234567', '+628151234567'],
    ['0815.1234.567', '+628151234567'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(normaliseIdentity('phone', typed)).toBe(stored);
  });

  it.each(['6.28151E+11', '6,28151e+11', '628E9', '628151234567.0', '628151234567,00', '6.28151234567'])(
    '%s, of which a spreadsheet has made a number, is refused',
    (text) => {
      expect(() => normaliseIdentity('phone', text)).toThrow(AppError);
      expect(readPhone(text)).toBeNull();
    },
  );

  it.each([
    ['+5531981234567', '+553181234567'],
    ['+525512345678', '+5215512345678'],
    ['+5491112345678', '+541112345678'],
    ['+2290190123456', '+22990123456'],
  ])('%s and %s are one', (one, other) => {
    expect(spellingsOf(one)).toEqual([one, other]);
    expect(spellingsOf(other)).toEqual([other, one]);
  });

  it('of a line at home, or elsewhere, has one spelling', () => {
    for (const one of ['+628151234567', '+553133334444', '+14155550123'])
      expect(spellingsOf(one)).toEqual([one]);
  });

  it('is found as people write it, and as they begin to', () => {
    expect(numberParts('0815-1234-567')).toContain('628151234567');
    expect(numberParts('0062 815 12')).toContain('6281512');
    expect(numberParts('0815')).toContain('62815');
    expect(numberParts('rina')).toEqual([]);
  });
});

describe('customers', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const create = async (name: string, phone: string): Promise<number> => {
    const body = { name, identities: [{ kind: 'phone', value: phone }] };
    const answer = await t.as('dewi', 'POST', '/api/customers', body);
    return (answer.body as { data: { id: number } }).data.id;
  };
  const found = async (q: string) => {
    const { body } = await t.as('dewi', 'GET', `/api/customers?q=${encodeURIComponent(q)}`);
    return (body as { data: Customer[] }).data.map(({ id }) => id);
  };

  it('are found by their number as people say it', async () => {
    const id = await create('Customer Q01', '+62815 7771 234');
    for (const typed of ['0815-7771-234', '0815 7771234', '62815777', '+62 815-7771-234', '7771234'])
      expect(await found(typed)).toEqual([id]);
    expect(await found('0815-7771-235')).toEqual([]);
  });

  it('of Brazil are the same with and without the ninth digit', async () => {
    const id = await create('Customer W05', '+55 31 9 8123 4567');
    const { customers } = t.app.modules;
    const who = { kind: 'phone' as const, address: '+553181234567', name: 'W05', language: 'en' as const };
    expect(await t.platform.db.transaction((tx) => customers.ofAddress(tx, who))).toBe(id);
    expect(await found('+55 31 8123 4567')).toEqual([id]);
  });

  it('who type a number that is none into a chat are told by the name of its field', async () => {
    const token = await t.visitor(await t.widget());
    const body = { client_key: 'short-number', name: 'Visitor', phone: '123456', question: 'Are you there?' };
    expect(await t.call('POST', '/api/livechat/chat', { token, body })).toMatchObject({
      status: 400,
      body: { code: 'invalid', details: [{ path: 'phone' }] },
    });
  });

  it('with a number that was calculated with are refused', async () => {
    const body = { name: 'Nobody', identities: [{ kind: 'phone', value: '6.28151E+11' }] };
    expect((await t.as('dewi', 'POST', '/api/customers', body)).status).toBe(400);
  });
});
