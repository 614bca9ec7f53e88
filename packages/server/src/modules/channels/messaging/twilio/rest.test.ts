import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { ProviderAccount } from '../providers/provider.ts';
import { createRest } from './rest.ts';

let status = 200;
const server = http.createServer((_, response) => response.writeHead(status).end('{}'));
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each([
  [503, { isRetryable: true, maybeDelivered: true }],
  [429, { isRetryable: true, maybeDelivered: false }],
  [400, { isRetryable: false, maybeDelivered: false }],
])(
  'an answer of %i says whether the message may have been delivered all the same',
  async (answer, details) => {
    status = answer;
    const rest = createRest({ baseUrl, patienceMs: 5000, closing: new AbortController().signal });
    const account = { businessId: 'AC1', accessToken: 'token' } as ProviderAccount;
    const sent = rest.call(account, '/Messages.json', z.unknown(), new URLSearchParams({ Body: 'Hello' }));
    await expect(sent).rejects.toMatchObject({ details });
  },
);
