import { describe, expect, test } from 'vitest';
import {
  accountBody,
  accountFormOf,
  accountPatch,
  accountProblems,
  newAccount,
  withProvider,
} from './account-form.ts';
import type { MessagingAccount } from '@trunkline/contract';

const whole = () => ({
  ...newAccount(1),
  name: ' WhatsApp ',
  address: ' 106540352242922 ',
  shown_address: '+62 21 5550 1234',
  access_token: ' token ',
  app_secret: 'secret',
});

const saved: MessagingAccount = {
  id: 3,
  provider: 'whatsapp',
  media_id: 4,
  name: 'WhatsApp',
  department_id: 1,
  is_active: true,
  address: '106540352242922',
  shown_address: '+62 21 5550 1234',
  business_id: '',
  per_second: 20,
  has_access_token: true,
  has_app_secret: true,
  webhook_url: 'https://x.example',
  verify_token: 't',
  health: {
    state: 'ok',
    fault: null,
    said: '',
    since: null,
    last_in_at: null,
    refused: 0,
    waiting: 0,
    unprocessed: null,
  },
  smpp: null,
  updated_at: '2026-11-20T08:00:00.000Z',
};

describe('an account’s form', () => {
  test('names field by field what is missing, and nothing where all is there', () => {
    expect([...accountProblems(newAccount(1))]).toEqual([
      'name',
      'shown_address',
      'address',
      'access_token',
      'app_secret',
    ]);
    expect([...accountProblems(whole())]).toEqual([]);
  });

  test('takes the ID, and not the phone number in its place', () => {
    expect([...accountProblems({ ...whole(), address: '+62 21 5550 1234' })]).toEqual(['address']);
  });

  test('asks for what its channel has, and for nothing else', () => {
    const page = withProvider({ ...whole(), business_id: '1' }, 'messenger');
    expect(page).toMatchObject({ provider: 'messenger', business_id: '' });
    expect([...accountProblems(page)]).toEqual([]);
    expect([...accountProblems(withProvider(page, 'instagram'))]).toEqual(['business_id']);
  });

  test('asks where a line is, and by what it lets us in', () => {
    const line = withProvider({ ...whole(), address: '1234', business_id: 'kopikita' }, 'smpp');
    expect([...accountProblems(line)]).toEqual(['host']);
    const at = { ...line, smpp: line.smpp && { ...line.smpp, host: ' SMPP.example.com ', port: Number.NaN } };
    expect([...accountProblems(at)]).toEqual(['port']);
    expect(withProvider(at, 'twilio').smpp).toBeNull();
  });

  test('refuses a token of several lines, which no request could carry', () => {
    expect([...accountProblems({ ...whole(), access_token: 'one\ntwo' })]).toEqual(['access_token']);
  });

  test('goes out without what stands around the values', () => {
    expect(accountBody(whole())).toMatchObject({
      name: 'WhatsApp',
      address: '106540352242922',
      access_token: 'token',
    });
  });

  test('leaves stored secrets as they are', () => {
    const form = accountFormOf(saved);
    expect([...accountProblems(form, saved)]).toEqual([]);
    expect(accountPatch(form)).not.toHaveProperty('access_token');
    expect(accountPatch({ ...form, app_secret: 'new' })).toMatchObject({ app_secret: 'new' });
  });
});
