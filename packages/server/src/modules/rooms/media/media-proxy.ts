import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { AppError } from '#platform/errors';
import type { Http } from '#platform/http';
import type { Log } from '#platform/log';

export const MEDIA_PATH = '/media';

const ANSWER_WITHIN_MS = 3000;
const NOT_GOOD = 'The token is missing, wrong or good no more.';

type Deps = {
  /** Where the media server listens that has this room. */
  port: (room: string) => Promise<number>;
  /** The room that a media token opens, while it is still good for what it says. */
  roomOf: (token: string, isReturning: boolean) => Promise<string | undefined>;
  log: Log;
};

/**
 * Hands what arrives below /media to the media server: one address and one port for the whole product, which is what a
 * company's own proxy in front of it knows. Signalling only; sound and pictures take their own way. Whoever shows a
 * token that is good no more is turned away here.
 */
export function proxyMedia(
  { app, upgrades }: Pick<Http, 'app' | 'upgrades'>,
  { port, roomOf, log }: Deps,
): void {
  const inner = ({ url = '' }: IncomingMessage) => url.slice(MEDIA_PATH.length);

  // A browser is not told why its line was refused; the client asks for the reason here.
  app.get(`${MEDIA_PATH}/rtc/*`, { schema: { hide: true } }, async ({ raw }, reply) => {
    // What is handed on is the address as it came: only where it is written as clients of ours write it.
    if (!raw.url?.startsWith(`${MEDIA_PATH}/rtc/`)) throw new AppError('not_found');
    reply.header('access-control-allow-origin', '*');
    const room = await roomOf(tokenOf(raw), false);
    if (room === undefined) return reply.code(401).type('text/plain').send(NOT_GOOD);
    const answer = await fetch(`http://127.0.0.1:${await port(room)}${inner(raw)}`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }).catch((error: unknown) => {
      log.warn({ err: error }, 'the media server did not answer');
      return undefined;
    });
    if (!answer) return reply.code(503).type('text/plain').send('The media server does not answer.');
    return reply
      .code(answer.status)
      .type(answer.headers.get('content-type') ?? 'text/plain')
      .send(await answer.text());
  });

  upgrades.take((path) => path.startsWith(`${MEDIA_PATH}/rtc`), enter);

  async function enter(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const room = await roomOf(tokenOf(request), isReturning(request));
    if (room === undefined) throw new AppError('not_signed_in');
    const to = await port(room);
    if (!socket.destroyed) join(request, socket, { head, to });
  }

  function join(request: IncomingMessage, socket: Duplex, { head, to }: { head: Buffer; to: number }): void {
    const upstream = net.connect(to, '127.0.0.1', () => {
      const headers = request.rawHeaders.reduce(
        (text, part, index) => text + part + (index % 2 === 0 ? ': ' : '\r\n'),
        '',
      );
      upstream.write(`${request.method} ${inner(request)} HTTP/1.1\r\n${headers}\r\n`);
      upstream.write(head);
      pipeline(socket, upstream, end);
      pipeline(upstream, socket, end);
    });
    const end = () => {
      socket.destroy();
      upstream.destroy();
    };
    upstream.on('error', end);
    upstream.on('close', end);
    socket.on('close', end);
  }
}

/** Whether a client goes on with the place that it had, as the media server reads it. */
const isReturning = ({ url = '' }: IncomingMessage): boolean =>
  new URL(url, 'http://media').searchParams.get('reconnect') === '1';

/** The token as clients show it: browsers in the address, which is all they can, others in a header. */
function tokenOf({ url = '', headers }: IncomingMessage): string {
  const inAddress = new URL(url, 'http://media').searchParams.get('access_token');
  return inAddress ?? headers.authorization?.replace(/^Bearer /, '') ?? '';
}
