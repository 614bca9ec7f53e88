import { createHash, randomUUID } from 'node:crypto';
import { PHONE_LINE_PATH } from '@trunkline/contract';
import { WebSocket } from 'ws';

type LineOptions = { url: string; token: string; userId: number; origin?: string };
type Proof = { user: string; password: string };

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Connects to the relay as a page does. Resolves with the socket, or with the HTTP status of a refusal. */
export function openLineSocket({ url, token, userId, origin }: LineOptions): Promise<WebSocket | number> {
  const address = `${url.replace(/^http/, 'ws')}${PHONE_LINE_PATH}?token=${encodeURIComponent(token)}&user_id=${userId}`;
  const socket = new WebSocket(address, 'sip', origin === undefined ? {} : { origin });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, answer) => resolve(answer.statusCode ?? 0));
    socket.once('error', reject);
  });
}

/** A request as a phone writes it. */
export function requestOf(method: string, user: string, extra = '', cseq = 1): string {
  return [
    `${method} sip:gateway SIP/2.0`,
    `Via: SIP/2.0/WS page.invalid;branch=z9hG4bK${randomUUID()}`,
    `From: <sip:${user}@gateway>;tag=${randomUUID()}`,
    `To: <sip:${user}@gateway>`,
    `Call-ID: ${randomUUID()}`,
    `CSeq: ${cseq} ${method}`,
    `Contact: <sip:${user}@page.invalid;transport=ws>;expires=120`,
    `Max-Forwards: 70${extra}`,
    'Content-Length: 0\r\n\r\n',
  ].join('\r\n');
}

/** Sends one request and resolves with its answer. Requests that the gateway sends meanwhile are ignored. */
function ask(socket: WebSocket, request: string): Promise<{ status: number; text: string }> {
  const callId = /^Call-ID: (.*)$/m.exec(request)?.[1] ?? '';
  return new Promise((resolve, reject) => {
    const hear = (data: WebSocket.RawData) => {
      const text = (data as Buffer).toString('utf8');
      if (!text.startsWith('SIP/2.0') || !text.includes(callId)) return;
      socket.off('message', hear);
      resolve({ status: Number(text.slice(8, 11)), text });
    };
    socket.on('message', hear);
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)));
    socket.send(request);
  });
}

/** Registers (RFC 3261, section 10; RFC 7616 with MD5) and returns the last status. */
export async function register(socket: WebSocket, { user, password }: Proof): Promise<number> {
  const first = await ask(socket, requestOf('REGISTER', user));
  const value = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(first.text)?.[1] ?? '';
  const [realm, nonce, opaque] = [value('realm'), value('nonce'), value('opaque')];
  const inner = [md5(`${user}:${realm}:${password}`), nonce, '00000001', 'once', 'auth'];
  const response = md5([...inner, md5('REGISTER:sip:gateway')].join(':'));
  const fields = `username="${user}",realm="${realm}",nonce="${nonce}",opaque="${opaque}",uri="sip:gateway"`;
  const rest = `algorithm=MD5,qop=auth,nc=00000001,cnonce="once",response="${response}"`;
  const proven = requestOf('REGISTER', user, `\r\nAuthorization: Digest ${fields},${rest}`, 2);
  return (await ask(socket, proven)).status;
}
