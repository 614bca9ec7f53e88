import { createHash, createHmac, randomBytes } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import type { ICEServer } from '@livekit/protocol';

// STUN (RFC 8489) and TURN (RFC 8656), as far as needed to allocate a relay and to release it.
const COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const REQUEST = { allocate: 0x0003, refresh: 0x0004 };
const SUCCESS = 0x0100;
const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  transport: 0x0019,
};
const UDP = Buffer.from([17, 0, 0, 0]);
const UNAUTHORIZED = 401;
const ANSWER_WITHIN_MS = 3000;

export type TurnCheckResult = 'relays' | 'refuses the credentials' | 'gives no relay' | 'does not answer';
type Attributes = Map<number, Buffer>;
type Message = { type: number; attributes: Attributes };
type Line = { ask: (bytes: Buffer) => Promise<Buffer>; close: () => void };
type Key = { username: string; realm: string; password: string };

/** Allocates a relay at a TURN server as a client would, and releases it. `address` is one of its URLs. */
export async function checkTurnServer(
  address: string,
  { username, credential: password }: Pick<ICEServer, 'username' | 'credential'>,
): Promise<TurnCheckResult> {
  let line: Line | undefined;
  try {
    line = await open(address);
    const ask = async (type: number, attributes: Attributes, key?: Key) =>
      read((await line?.ask(write(type, attributes, key))) ?? Buffer.alloc(0));
    const first = await ask(REQUEST.allocate, new Map([[ATTRIBUTE.transport, UDP]]));
    const realm = first.attributes.get(ATTRIBUTE.realm)?.toString() ?? '';
    const signed = (nonce: Buffer | undefined): Attributes =>
      new Map([
        [ATTRIBUTE.username, Buffer.from(username)],
        [ATTRIBUTE.realm, Buffer.from(realm)],
        [ATTRIBUTE.nonce, nonce ?? Buffer.alloc(0)],
      ]);
    const key = { username, realm, password };
    const nonce = first.attributes.get(ATTRIBUTE.nonce);
    const second = await ask(REQUEST.allocate, signed(nonce).set(ATTRIBUTE.transport, UDP), key);
    if (second.type !== (REQUEST.allocate | SUCCESS)) {
      return codeOf(second) === UNAUTHORIZED ? 'refuses the credentials' : 'gives no relay';
    }
    await ask(REQUEST.refresh, signed(nonce).set(ATTRIBUTE.lifetime, Buffer.alloc(4)), key);
    return 'relays';
  } catch {
    return 'does not answer';
  } finally {
    line?.close();
  }
}

/** Connects to an address such as "turns:turn.example.com:443?transport=tcp" (RFC 7065). */
async function open(address: string): Promise<Line> {
  const { scheme = '', host = '', port, transport } = addressOf(address);
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  if (scheme === 'turn' && transport !== 'tcp') return openUdp(host, port, signal);
  const socket = scheme === 'turns' ? tls.connect({ host, port, servername: host }) : net.connect(port, host);
  socket.on('error', () => undefined);
  await once(socket, scheme === 'turns' ? 'secureConnect' : 'connect', { signal });
  return {
    async ask(bytes) {
      socket.write(bytes);
      const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
      return answer;
    },
    close: () => socket.destroy(),
  };
}

async function openUdp(host: string, port: number, signal: AbortSignal): Promise<Line> {
  const socket = dgram.createSocket(net.isIPv6(host) ? 'udp6' : 'udp4');
  socket.on('error', () => undefined);
  socket.connect(port, host);
  await once(socket, 'connect', { signal });
  return {
    async ask(bytes) {
      socket.send(bytes);
      const [answer] = (await once(socket, 'message', { signal })) as [Buffer];
      return answer;
    },
    close: () => socket.close(),
  };
}

function addressOf(address: string) {
  const [, scheme, bracketed, plain, port, transport] =
    /^(turns?):(?:\[([^\]]+)\]|([^:?]+))(?::(\d+))?(?:\?transport=(\w+))?$/.exec(address) ?? [];
  return {
    scheme,
    host: bracketed ?? plain,
    port: Number(port ?? (scheme === 'turns' ? 5349 : 3478)),
    transport,
  };
}

function write(type: number, attributes: Attributes, key?: Key): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(type, 0);
  header.writeUInt32BE(COOKIE, 4);
  randomBytes(12).copy(header, 8);
  const body = Buffer.concat([...attributes].map(([name, value]) => attribute(name, value)));
  if (!key) {
    header.writeUInt16BE(body.length, 2);
    return Buffer.concat([header, body]);
  }
  // The length in the signed header already includes the signature.
  header.writeUInt16BE(body.length + 24, 2);
  const secret = createHash('md5').update(`${key.username}:${key.realm}:${key.password}`).digest();
  const signature = createHmac('sha1', secret).update(header).update(body).digest();
  return Buffer.concat([header, body, attribute(ATTRIBUTE.integrity, signature)]);
}

function attribute(name: number, value: Buffer): Buffer {
  const bytes = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
  bytes.writeUInt16BE(name, 0);
  bytes.writeUInt16BE(value.length, 2);
  value.copy(bytes, 4);
  return bytes;
}

function read(bytes: Buffer): Message {
  const attributes: Attributes = new Map();
  for (let at = HEADER_BYTES; at + 4 <= bytes.length;) {
    const length = bytes.readUInt16BE(at + 2);
    attributes.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return { type: bytes.readUInt16BE(0), attributes };
}

function codeOf({ attributes }: Message): number {
  const error = attributes.get(ATTRIBUTE.error);
  return error && error.length >= 4 ? (error[2] ?? 0) * 100 + (error[3] ?? 0) : 0;
}
