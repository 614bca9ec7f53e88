import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guardedFetch } from './guarded-fetch.ts';
import { createPrivateHosts } from './private-hosts.ts';

let origin = '';
let asked = 0;
const server = http.createServer((request, response) => {
  asked += 1;
  if (request.url === '/moved') return response.writeHead(302, { location: '/small' }).end();
  if (request.url === '/none') return response.writeHead(204).end();
  if (request.url === '/large') return response.end('x'.repeat(2000));
  if (request.url === '/slow') return undefined;
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => response.setHeader('content-type', 'text/plain').end(`${request.method} ${body}`));
  return undefined;
});
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = createPrivateHosts(['127.0.0.0/8']);
const ask = (path: string, request: object = {}, opened = open) =>
  guardedFetch(`${origin}${path}`, { method: 'GET', headers: {}, ...request }, { opened, answerBytes: 1000 });

it('sends what it is given, and answers as fetch does', async () => {
  const answer = await ask('/', { method: 'POST', body: 'a=b' });
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'text/plain',
    'POST a=b',
  ]);
  expect((await ask('/none')).status).toBe(204);
});

it('is sent on to nowhere, reads so much and no more, and is given up when it is told to', async () => {
  const moved = await ask('/moved');
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/small']);
  await expect(ask('/large')).rejects.toMatchObject({ reason: 'too_large' });
  const own = new AbortController();
  const slow = ask('/slow', { signal: own.signal });
  own.abort(new Error('given up'));
  await expect(slow).rejects.toThrow('given up');
});

it('never asks this machine or a private network, unless it was opened', async () => {
  asked = 0;
  const closed = createPrivateHosts([]);
  for (const address of [
    origin,
    'https://localhost/',
    'https://10.1.2.3/',
    'https://[::1]/',
    'file:///etc/passwd',
  ])
    await expect(
      guardedFetch(address, { method: 'GET', headers: {} }, { opened: closed, answerBytes: 10 }),
      address,
    ).rejects.toMatchObject({ reason: 'forbidden' });
  expect(asked).toBe(0);
});
