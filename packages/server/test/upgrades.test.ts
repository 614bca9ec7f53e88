import { once } from 'node:events';
import net, { type AddressInfo, type Server } from 'node:net';
import { MEDIA_PATH } from '../src/modules/rooms/index.ts';
import { PHONE_LINE_PATH, SOCKET } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from './app.ts';

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await testApp();
  await t.app.http.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = t.app.http.app.server.address() as AddressInfo);
});
afterAll(() => t.close());

const ADDRESSES = [
  '/',
  '/api/user',
  '/socket.io',
  '/%73ocket.io/',
  'http://localhost/socket.io/',
  'http://localhost/media/rtc',
  '//socket.io/',
  '*',
  `${MEDIA_PATH}/rtc`,
  `${MEDIA_PATH}/rtc?access_token=none`,
  `${MEDIA_PATH}/rtc/../..`,
  PHONE_LINE_PATH,
  `${PHONE_LINE_PATH}?token=none&user_id=1`,
  `${SOCKET.path}/`,
  `${SOCKET.path}/?EIO=4&transport=websocket&token=none&user_id=1`,
];
type UpgradeRequest = { address: string; protocol: string };
const ASKED: UpgradeRequest[] = ADDRESSES.flatMap((address) =>
  ['websocket', 'h2c'].map((protocol) => ({ address, protocol })),
);

async function requestUpgrade(
  { address, protocol }: UpgradeRequest,
  more: string[] = [],
): Promise<net.Socket> {
  // With `allowHalfOpen` this socket stays open when the server ends its side.
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
  await once(socket, 'connect');
  const lines = [
    `GET ${address} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    `Upgrade: ${protocol}`,
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...more,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

const openSockets = () =>
  new Promise<number>((resolve, reject) => {
    const server: Server = t.app.http.app.server;
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

const nothingStaysOpen = () =>
  vi.waitFor(async () => expect(await openSockets()).toBe(0), { timeout: 10_000 });

it.each(ASKED)('a reset of what asked for $protocol at $address ends nothing', async (asked) => {
  const socket = await requestUpgrade(asked);
  socket.resetAndDestroy();
  await nothingStaysOpen();
  const answered = await requestUpgrade(asked);
  await once(answered, 'readable');
  answered.resetAndDestroy();
  await nothingStaysOpen();
  expect((await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })).status).toBe(
    200,
  );
});

it.each(ASKED.filter(({ address }) => !address.startsWith(`${SOCKET.path}/?`)))(
  'asking for $protocol at $address is answered, and keeps no connection',
  async (asked) => {
    const socket = await requestUpgrade(asked);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    await nothingStaysOpen();
  },
);

it.each(['https://evil.example', 'null', 'http://localhost.evil.example'])(
  'a page of %s is no client of the socket, by whatever transport',
  async (origin) => {
    const userId = String(t.idOf('dewi'));
    const query = new URLSearchParams({ EIO: '4', token: await t.signIn('dewi'), user_id: userId });
    const ask = (transport: string, headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/socket.io/?${query.toString()}&transport=${transport}`, { headers });
    expect((await ask('polling', { origin })).status).toBe(403);
    expect((await ask('polling', {})).status).toBe(200);
    expect((await ask('polling', { origin: `http://127.0.0.1:${port}` })).status).toBe(200);
    const address = `/socket.io/?${query.toString()}&transport=websocket`;
    const socket = await requestUpgrade({ address, protocol: 'websocket' }, [`Origin: ${origin}`]);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  },
);
