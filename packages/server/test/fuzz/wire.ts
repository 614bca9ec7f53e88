import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { PHONE_LINE_PATH, SOCKET, socketRequests } from '@trunkline/contract';
import { MEDIA_PATH } from '../../src/modules/rooms/index.ts';
import type { Random } from '../../src/setup/random.ts';
import { hostileValues } from '../cases/hostile.ts';
import { contentTypeOf, type FuzzedRequest } from './requests.ts';

type Server = { port: number; random: Random };

const HOST = '127.0.0.1';

/** Sends a request over connections that are kept alive; resolves with the status, or 0 if the connection was closed. */
export function sendRequest(
  { port, random }: Server,
  agent: http.Agent,
  given: FuzzedRequest,
): Promise<number> {
  const { method, address, headers, body } = given;
  const type = contentTypeOf(random);
  const length = Buffer.byteLength(body);
  return new Promise((resolve) => {
    let status = 0;
    const request = http.request(
      {
        host: HOST,
        port,
        agent,
        method,
        path: address,
        headers: { ...headers, ...(length > 0 && { 'content-type': type, 'content-length': length }) },
      },
      (response) => {
        status = response.statusCode ?? 0;
        response.on('error', () => undefined).resume();
      },
    );
    request.on('error', () => undefined);
    // This client speaks no other protocol, so an accepted upgrade is closed.
    request.on('upgrade', (_response, socket) => void socket.destroy());
    request.on('close', () => resolve(status));
    request.end(body);
  });
}

/** Sends any bytes, and ends the connection in a random way. */
async function sendParts({ port, random }: Server, parts: readonly (string | Buffer)[]): Promise<void> {
  // With `allowHalfOpen` it stays open when the server ends its side: a socket that is ending cannot be reset.
  const socket = net.connect({ port, host: HOST, allowHalfOpen: true });
  socket.on('error', () => undefined).resume();
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  await Promise.race([once(socket, 'connect').catch(() => undefined), closed]);
  for (const part of parts) if (!socket.destroyed) socket.write(part);
  await new Promise((resolve) => void setImmediate(resolve));
  if (random.chance(0.7)) socket.resetAndDestroy();
  else {
    if (random.chance(0.5)) socket.end();
    socket.destroy();
  }
  await closed;
}

/** Sends a request that breaks off, or something that is no request. */
export function sendBrokenRequest(
  server: Server,
  { method, address, headers, body }: FuzzedRequest,
): Promise<void> {
  const { random } = server;
  const lines = [
    `${method} ${address} ${random.pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', ''])}`,
    random.chance(0.9) ? 'Host: localhost' : '',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    random.pick([
      `Content-Length: ${body.length + random.below(3)}`,
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
    ]),
    'Content-Type: application/json',
  ];
  const head = `${lines.filter(Boolean).join(random.pick(['\r\n', '\r\n', '\n']))}\r\n\r\n`;
  return sendParts(
    server,
    random.chance(0.2) ? [head.slice(0, random.below(head.length))] : [head, body.slice(0, 2000)],
  );
}

const SOCKET_PATHS = [
  '/',
  '*',
  '/api/user',
  '//socket.io/',
  `${MEDIA_PATH}/rtc`,
  `${MEDIA_PATH}/rtc?access_token=none`,
  PHONE_LINE_PATH,
];

const upgradeTo = (address: string, protocol: string): string =>
  [
    `GET ${address} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    `Upgrade: ${protocol}`,
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n');

/** Asks for an upgrade to some protocol at some address, and leaves. */
export function requestUpgrade(server: Server): Promise<void> {
  const { random } = server;
  const address = random.pick([
    ...SOCKET_PATHS,
    `${SOCKET.path}/?EIO=4&transport=websocket&token=none&user_id=1`,
  ]);
  const head = upgradeTo(address, random.pick(['websocket', 'h2c', 'TLS/1.0', '']));
  return sendParts(server, random.chance(0.7) ? [head] : [head, bytesOf(random)]);
}

const bytesOf = (random: Random): Buffer =>
  Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)));

/** A WebSocket frame of a client, masked with zeros. */
function frame(payload: Buffer, opcode: number): Buffer {
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length, 0, 0, 0, 0]), payload]);
}

const NAMES = [...Object.keys(socketRequests), 'constructor', '__proto__', 'disconnect', ''];
const PAYLOADS: unknown[] = [
  false,
  null,
  [],
  {},
  -1,
  'x'.repeat(500),
  { topic: 'ticket:1' },
  { topics: ['tickets'], after: 0 },
  ...hostileValues,
];

function packetOf(random: Random): Buffer {
  const way = random.below(10);
  if (way === 0) return bytesOf(random);
  if (way === 1) return frame(bytesOf(random), random.below(16));
  if (way === 2)
    return frame(
      Buffer.from(random.pick(['2', '3', '41', '5', '451-["x",{"_placeholder":true,"num":9}]', '42[', '99'])),
      1,
    );
  const text = `42${random.chance(0.5) ? random.below(99) : ''}${JSON.stringify([random.pick(NAMES), random.pick(PAYLOADS)])}`;
  return frame(Buffer.from(text.slice(0, 60_000)), 1);
}

/** Signs in over the socket and sends this number of packets, right and wrong ones. */
export async function sendSocketPackets(server: Server, token: string, packets: number): Promise<void> {
  const { random } = server;
  const address = `${SOCKET.path}/?EIO=4&transport=websocket&token=${token}&user_id=${1 + random.below(3)}`;
  const hello = [upgradeTo(address, 'websocket'), frame(Buffer.from('40'), 1)];
  await sendParts(server, [...hello, ...Array.from({ length: packets }, () => packetOf(random))]);
}
