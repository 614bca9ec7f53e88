import type { AddressInfo } from 'node:net';
import { Media } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvFile, csvDialectOf } from '#platform/csv/csv-file';
import { storable } from '../src/platform/foreign-text.ts';
import { isJsonDeeperThan } from '../src/platform/http/json-body.ts';
import { testApp, type TestApp } from './app.ts';

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await testApp();
  await t.app.http.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = t.app.http.app.server.address() as AddressInfo);
});
afterAll(() => t.close());

/** Over a real connection, so that a fault that would end the process ends this test too. */
async function download(address: string): Promise<{ status: number; text: string | undefined }> {
  const headers = { authorization: `Bearer ${await t.signIn('admin')}` };
  const answer = await fetch(`http://127.0.0.1:${port}${address}`, { headers });
  return { status: answer.status, text: await answer.text().catch(() => undefined) };
}

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('text that no database keeps', () => {
  it.each(['q=%00', 'q=a%00b'])('is looked for without it in an export by %s', async (query) => {
    expect(await download(`/api/customers/export?${query}`)).toMatchObject({ status: 200 });
    expect((await download('/healthz')).status).toBe(200);
  });

  it('comes in without it by a body, in names and in values', async () => {
    const body = JSON.stringify({ name: 'Si\u0000ti', ['no\u0000te']: 'a \\u0000 b\u0000' });
    const headers = { 'content-type': 'application/json' };
    const token = await t.signIn('dewi');
    const made = await t.call('POST', '/api/customers', { token, body, headers });
    expect(made).toMatchObject({ status: 200, body: { data: { name: 'Siti', note: 'a \\u0000 b' } } });
  });

  it.each([
    ['role', '/api/levels', { visibility: 'own', modules: [] }],
    ['department', '/api/settings/departments', {}],
    ['break reason', '/api/settings/break_reasons', {}],
    ['customer', '/api/customers', {}],
  ])('no %s is called one zero-width space', { tags: 'full' }, async (_what, address, more) => {
    const name = '\u200b';
    const body = address.startsWith('/api/settings')
      ? { values: { name }, is_active: true }
      : { name, ...more };
    const made = await t.as('admin', 'POST', address, body);
    expect(made).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(JSON.stringify(made.body)).toMatch(/"(values\.)?name"/);
  });

  it('does not reach the database by another way either', async () => {
    const made = await t.platform.db.q
      .insertInto('departments')
      .values({ name: 'Night\u0000 shift' })
      .returning('name')
      .executeTakeFirstOrThrow();
    expect(made.name).toBe('Night shift');
  });

  it('comes in as a sign for it where it is half of a character, and is told on', async () => {
    const token = await t.signIn('dewi');
    const send = (body: object) => {
      const headers = { 'content-type': 'application/json' };
      return t.call('POST', '/api/tickets', { token, body: JSON.stringify(body), headers });
    };
    const customer = await t.as('dewi', 'POST', '/api/customers', { name: 'Half \ud83d' });
    expect(customer).toMatchObject({ status: 200, body: { data: { name: 'Half \ufffd' } } });
    const ticket = {
      client_key: 'half-a-character',
      customer_id: (customer.body as { data: { id: number } }).data.id,
      department_id: t.departmentIds[0],
      subject: 'Cut \ud83d',
      note: 'off \ude00',
    };
    expect(await send(ticket)).toMatchObject({ status: 200, body: { data: { subject: 'Cut \ufffd' } } });
    // The search of a view is stored as JSON; PostgreSQL refuses JSON with half of a surrogate pair.
    const search = { q: 'Cut \ud83d' };
    expect(await t.as('dewi', 'POST', '/api/tickets/views', { name: 'Cut', search })).toMatchObject({
      status: 200,
      body: { data: { search: { q: 'Cut \ufffd' } } },
    });
  });

  it('is told in events and jobs without it, also where we have cut it in two', async () => {
    await t.platform.db.transaction(async (tx) => {
      const account = { account_id: 1, media_id: Media.whatsapp, is_authorised: true };
      tx.emit('socmed-auth', { ...account, name: 'a\ud83d\u0000' }, ['nobody']);
      await tx.enqueue('mail:send', { to: 'a\ud83d\u0000' }, { runAt: new Date('2100-01-01') });
    });
  });

  it('leaves everything else as it is', () => {
    const other = { at: new Date(0), bytes: Buffer.from([0]), none: null, n: 1, list: ['a\u0000', ['b']] };
    expect(storable(other)).toEqual({ ...other, list: ['a', ['b']] });
  });
});

describe('a download whose source fails', () => {
  it('fails by itself', async () => {
    const lines = async function* () {
      yield ['head'];
      await Promise.reject(new Error('the database went away'));
    };
    await expect(csvFile(lines(), csvDialectOf({})).toArray()).rejects.toThrow('the database went away');
  });

  it('ends with an error, and the server goes on', async () => {
    const rename = (from: string, to: string) =>
      t.platform.db.pool.query(`alter table ${from} rename to ${to}`);
    await rename('customers', 'kept_away');
    const { status, text } = await download('/api/customers/export');
    await rename('kept_away', 'customers');
    expect(status === 500 || text === undefined).toBe(true);
    expect((await download('/api/customers/export')).status).toBe(200);
  });
});

describe('JSON of strangers', () => {
  const send = (address: string, payload: string, type = 'application/json') =>
    t.app.http.app.inject({ method: 'POST', url: address, payload, headers: { 'content-type': type } });

  it.each([
    '/api/auth/login',
    '/api/auth/password/forgot',
    '/api/rooms/none/enter',
    '/api/livechat/none/visitors',
  ])('is at most 64 kB and 32 levels at %s', async (address) => {
    const large = await send(address, `{"username":"${'x'.repeat(65 * 1024)}"}`);
    expect(large.json()).toMatchObject({ code: 'too_large' });
    const deep = await send(address, `{"username":${nested(32)}}`);
    expect(deep.json()).toMatchObject({ code: 'bad_request' });
    const good = await send(address, `{"username":${nested(31)}}`);
    expect(good.json()).toMatchObject({ code: 'invalid' });
  });

  it('may be as large as the endpoint declares', async () => {
    const answer = await send('/api/forms/none', `{"body":"${'x'.repeat(300 * 1024)}"}`);
    expect(answer.json()).not.toMatchObject({ code: 'too_large' });
  });

  it('is not read before its signature is right', async () => {
    const answer = await send('/api/rooms/events', nested(100_000));
    expect(answer.json()).toMatchObject({ code: 'forbidden' });
  });

  it('is no larger than a token where a token is all that may come', async () => {
    const form = 'application/x-www-form-urlencoded';
    const token = `logout_token=${'x'.repeat(33 * 1024)}`;
    const answer = await send('/api/auth/providers/1/backchannel_logout', token, form);
    expect(answer.json()).toMatchObject({ code: 'too_large' });
  });

  it('is as deep as its brackets outside of texts', () => {
    expect(isJsonDeeperThan('[["[[[", "\\"[[[", {"a":1}], []]', 3)).toBe(false);
    expect(isJsonDeeperThan('[["[[[", "\\"[[[", {"a":1}], []]', 2)).toBe(true);
  });
});

it.each(['/api/user', '/api/auth/login', '/healthz', '/api/none'])('%s is kept in no cache', async (url) => {
  expect((await t.app.http.app.inject({ url })).headers['cache-control']).toBe('no-store');
});

it.each(['/api/customers/export', '/api/settings/departments/export'])(
  'the table %s is kept in no cache',
  async (url) => {
    const headers = { authorization: `Bearer ${await t.signIn('admin')}` };
    const answer = await t.app.http.app.inject({ url, headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  },
);

it('the document of the API is made once', async () => {
  const before = await t.app.http.app.inject('/api/openapi.json');
  const app = t.app.http.app as unknown as { swagger: () => unknown };
  app.swagger = () => expect.unreachable('made again');
  expect((await t.app.http.app.inject('/api/openapi.json')).body).toBe(before.body);
});

describe('an upload that breaks off', () => {
  it.each([
    ['before it begins', '--b\r\n'],
    ['within the head of a part', '--b\r\nContent-Disposition: form-da'],
    ['within the file', '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname'],
    ['without any part', 'no multipart at all'],
  ])('%s is refused, and is no fault of ours', async (_, body) => {
    const token = await t.signIn('admin');
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    for (const address of ['/api/settings/holidays/import', '/api/files'])
      expect(await t.call('POST', address, { token, body, headers })).toMatchObject({
        status: 400,
        body: { code: 'bad_request' },
      });
  });
});
