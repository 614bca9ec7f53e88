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
  /** The port of the media server that has this room. */
  port: (room: string) => Promise<number>;
  /** The room that a media token may join now; undefined if the token is not valid any more. */
  roomOf: (token: string, isReturning: boolean) => Promise<string | undefined>;
  log: Log;
};

/**
 * Proxies requests below /media to the media server, so that the whole product has one address and one port, as a reverse proxy
 * in front of it expects. Signalling only; media packets go to the media server directly. Tokens that are no longer valid are
 * refused here.
 */
export function proxyMedia(
  { app, upgrades }: Pick<Http, 'app' | 'upgrades'>,
  { port, roomOf, log }: Deps,
): void {
  const inner = ({ url = '' }: IncomingMessage) => url.slice(MEDIA_PATH.length);

  // A browser does not learn why its web socket was refused; the client asks for the reason here.
  app.get(`${MEDIA_PATH}/rtc/*`, { schema: { hide: true } }, async ({ raw }, reply) => {
    // The path is forwarded as it came, so it must be written as our clients write it.
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

  upgrades.handle((path) => path.startsWith(`${MEDIA_PATH}/rtc`), enter);

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

/** Whether a client reconnects to its place in the room, as the media server decides it. */
const isReturning = ({ url = '' }: IncomingMessage): boolean =>
  new URL(url, 'http://media').searchParams.get('reconnect') === '1';

/** The token of a request: browsers can only put it into the address, others send a header. */
function tokenOf({ url = '', headers }: IncomingMessage): string {
  const inAddress = new URL(url, 'http://media').searchParams.get('access_token');
  return inAddress ?? headers.authorization?.replace(/^Bearer /, '') ?? '';
}
