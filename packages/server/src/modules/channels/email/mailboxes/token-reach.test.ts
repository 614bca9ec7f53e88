import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPrivateHosts } from '#platform/network/private-hosts';
import { testClock } from '../../../../../test/clock.ts';
import { createSignIns } from './sign-in.ts';

let connections = 0;
const server = http.createServer((request, response) => {
  request.resume();
  response.end(JSON.stringify({ access_token: 'access', expires_in: 3600 }));
});
server.on('connection', () => (connections += 1));
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => void server.close(resolve)));

const tokenFrom = (tokenUrl: string, opened: string[]) =>
  createSignIns({ clock: testClock(), opened: createPrivateHosts(opened) }).of({
    kind: 'oauth2',
    user: 'desk@mail.example',
    clientId: 'trunkline',
    clientSecret: '',
    refreshToken: 'refresh',
    tokenUrl,
  });

it('a token is asked for on our own network only where the operator has opened it', async () => {
  const refusal = { errorCode: 'token_refused' };
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])
    for (const scheme of ['http', 'https'])
      await expect(tokenFrom(`${scheme}://${host}:${port}/token`, [])).rejects.toMatchObject(refusal);
  expect(connections).toBe(0);
  const opened = await tokenFrom(`http://127.0.0.1:${port}/token`, ['127.0.0.0/8']);
  expect(opened).toMatchObject({ kind: 'token', accessToken: 'access' });
});
