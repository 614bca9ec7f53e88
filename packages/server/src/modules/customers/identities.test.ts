import { COUNTRIES, type Customer } from '@trunkline/contract';
import { getCountries } from 'libphonenumber-js/min';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import { testApp, type TestApp } from '../../../test/app.ts';
import { cpuMsOf } from '../../../test/cpu-time.ts';
import {
  addressesIn,
  normaliseIdentity,
  searchableNumberParts,
  readPhone,
  phoneSpellingsOf,
} from './identities.ts';

describe('a telephone number', () => {
  it.each([
    ['0815-1234-567', '+628151234567'],
    ['+62 815 1234 567', '+628151234567'],
    ['(0815) 1234567', '+628151234567'],
    ['0815.1234.567', '+628151234567'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(normaliseIdentity('phone', typed, { home: 'ID' })).toBe(stored);
  });

  it.each(['6.28151E+11', '6,28151e+11', '628E9', '628151234567.0', '628151234567,00', '6.28151234567'])(
    '%s, of which a spreadsheet has made a number, is refused',
    (text) => {
      expect(() => normaliseIdentity('phone', text, { home: 'ID' })).toThrow(AppError);
      expect(readPhone(text, 'ID')).toBeNull();
    },
  );

  it.each([
    ['+5531981234567', '+553181234567'],
    ['+525512345678', '+5215512345678'],
    ['+5491112345678', '+541112345678'],
    ['+2290190123456', '+22990123456'],
  ])('%s and %s are one', (one, other) => {
    expect(phoneSpellingsOf(one)).toEqual([one, other]);
    expect(phoneSpellingsOf(other)).toEqual([other, one]);
  });

  it('of a line at home, or elsewhere, has one spelling', () => {
    for (const one of ['+628151234567', '+553133334444', '+14155550123'])
      expect(phoneSpellingsOf(one)).toEqual([one]);
  });

  it.each([
    ['SG', '8123 4567', '+6581234567'],
    ['GB', '020 7946 0958', '+442079460958'],
    ['DE', '0151 23456789', '+4915123456789'],
    ['DE', '+62 815 1234 567', '+628151234567'],
  ])('without a country code is of the home country: in %s, %s is %s', (home, typed, stored) => {
    expect(normaliseIdentity('phone', typed, { home })).toBe(stored);
    expect(readPhone(typed, home)).toBe(stored);
    expect(searchableNumberParts(typed, home).some((part) => stored.includes(part))).toBe(true);
  });

  it('may be of every country that numbers are known of', () => {
    expect(COUNTRIES.toSorted()).toEqual(getCountries().toSorted());
  });

  it('is found as people write it, and as they begin to', () => {
    expect(searchableNumberParts('0815-1234-567', 'ID')).toContain('628151234567');
    expect(searchableNumberParts('0062 815 12', 'ID')).toContain('6281512');
    expect(searchableNumberParts('0815', 'ID')).toContain('62815');
    expect(searchableNumberParts('rina', 'ID')).toEqual([]);
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
    expect(await t.platform.db.transaction((tx) => customers.ofAddress(tx, who))).toMatchObject({ id });
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

  it('are read by the home country of the settings, from the moment it is changed', async () => {
    const setHome = (home_country: string) => t.as('admin', 'PATCH', '/api/configs/app', { home_country });
    expect((await setHome('GB')).status).toBe(200);
    const id = await create('Customer GB', '020 7946 0958');
    const { body } = await t.as('dewi', 'GET', `/api/customers/${id}`);
    expect(body).toMatchObject({ data: { identities: [{ value: '+442079460958' }] } });
    expect(await found('020 7946 09')).toEqual([id]);
    expect(await t.app.modules.customers.readPhone('020 7946 0958')).toBe('+442079460958');
    for (const wrong of ['XX', 'gb', 'England'])
      expect(await setHome(wrong)).toMatchObject({
        status: 400,
        body: { details: [{ path: 'home_country' }] },
      });
    expect((await setHome('ID')).status).toBe(200);
  });

  it('with a number that was calculated with are refused', async () => {
    const body = { name: 'Nobody', identities: [{ kind: 'phone', value: '6.28151E+11' }] };
    expect((await t.as('dewi', 'POST', '/api/customers', body)).status).toBe(400);
  });
});

describe('addresses in a note', () => {
  it('are found wherever they stand', () => {
    const note = 'Gave rina.k+x@kopi.co.id, which is theirs (or +6281234567, <Joko@Mail.example>.)';
    expect(addressesIn(note)).toEqual(['rina.k+x@kopi.co.id', '+6281234567', 'Joko@Mail.example']);
  });

  it.each(['@', 'a', 'a@', '.'])('cost no more than its length in very much %s', async (sign) => {
    const note = sign.repeat(4000 / sign.length);
    expect(await cpuMsOf(() => addressesIn(note))).toBeLessThan(500);
  });
});
