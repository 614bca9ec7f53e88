import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '#platform/log';
import { testApp, type TestApp } from '../../../test/app.ts';

let t: TestApp;
const got: { url: string; auth: string; body: string }[] = [];
let status = 200;
const collector = http.createServer((request, response) => {
  let body = '';
  request.on('data', (piece: Buffer) => (body += piece.toString()));
  request.on('end', () => {
    got.push({ url: request.url ?? '', auth: String(request.headers['x-sentry-auth']), body });
    response.writeHead(status).end('{}');
  });
});
const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
const log = createLog('error', nowhere);

beforeAll(async () => {
  t = await testApp({ log });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
});
afterAll(async () => {
  await t.close();
  collector.close();
});
beforeEach(() => {
  got.length = 0;
  status = 200;
  t.clock.advance(61_000);
});

const dsn = () => `http://publickey@127.0.0.1:${(collector.address() as AddressInfo).port}/42`;
const set = async (wanted: string | null) => {
  const { body } = await t.as('admin', 'GET', '/api/error_reporting');
  const { version } = (body as { data: { version: number } }).data;
  return t.as('admin', 'PUT', '/api/error_reporting', { version, dsn: wanted });
};
const test = async () => (await t.as('admin', 'POST', '/api/error_reporting/test')).body;

it('reports nothing until an address is named', async () => {
  log.error({ err: new Error('first') }, 'request failed');
  expect(await t.as('admin', 'POST', '/api/error_reporting/test')).toMatchObject({ status: 409 });
  expect(got).toEqual([]);
});

it('reports a fault once, scrubbed, where the DSN says', async () => {
  expect((await set(dsn())).status).toBe(200);
  const error = new Error('no such customer: rina@kopi.example');
  for (let n = 0; n < 3; n += 1)
    log.child({ from: 'jobs' }).error({ err: error, path: '/api/x' }, 'request failed');
  await expect.poll(() => got.length).toBe(1);
  expect(got[0]).toMatchObject({ url: '/api/42/envelope/' });
  expect(got[0]?.auth).toContain('sentry_key=publickey');
  expect(got[0]?.body).toContain('no such customer: [address]');
  expect(got[0]?.body).not.toContain('rina');
});

it('a test says whether it arrived, and why not', async () => {
  await set(dsn());
  expect(await test()).toEqual({ ok: true, fault: null });
  status = 403;
  expect(await test()).toEqual({ ok: false, fault: 'refused' });
  await set('http://key@10.0.0.1/1');
  expect(await test()).toEqual({ ok: false, fault: 'forbidden' });
});

it.each([
  'desk.example/42',
  'https://desk.example/42',
  'https://key@desk.example/',
  'ftp://key@desk.example/1',
])('%s is no DSN', async (text) => {
  expect((await set(text)).status).toBe(400);
});

it('nobody sees the address who may not change it, and of two the second is told', async () => {
  expect((await t.as('dewi', 'GET', '/api/error_reporting')).status).toBe(403);
  await set(null);
  expect(await t.as('admin', 'PUT', '/api/error_reporting', { version: 1, dsn: null })).toMatchObject({
    status: 409,
    body: { code: 'stale' },
  });
});
