import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { toAppError } from './http-errors.ts';
import type { Log } from '../log.ts';

/** Accepts a connection, or throws why it is refused. */
type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;
type IsOurs = (path: string) => boolean;

/** Dispatches HTTP upgrades, such as web sockets. */
export type Upgrades = {
  /** Connections to these paths are handled by `enter`. */
  handle(isOurs: IsOurs, enter: UpgradeHandler): void;
  /** Connections to these paths are handled by a library with a listener of its own. */
  leave(isOurs: IsOurs): void;
};

/**
 * The only listener for HTTP upgrades. Node hands over such sockets without any handler: an unhandled error would end the
 * process, and an unanswered connection would stay open for ever.
 */
export function createUpgrades(server: Server, log: Log): Upgrades {
  const handlers: { isOurs: IsOurs; enter: UpgradeHandler | undefined }[] = [];

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (request.headers.upgrade?.toLowerCase() !== 'websocket')
      return refuse(socket, 426, 'Upgrade: websocket\r\n');
    const path = pathOf(request);
    const handler = handlers.find(({ isOurs }) => isOurs(path));
    if (!handler) return refuse(socket, 404);
    handler.enter?.(request, socket, head).catch((error: unknown) => {
      const refusal = toAppError(error);
      if (refusal.code === 'internal') log.warn({ err: error, path }, 'a connection could not be taken');
      refuse(socket, refusal.status);
    });
  });

  return {
    handle: (isOurs, enter) => void handlers.push({ isOurs, enter }),

    leave: (isOurs) => void handlers.push({ isOurs, enter: undefined }),
  };
}

/** The path exactly as it was sent: other spellings match no handler. */
const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/** Ends the connection, also where the other side keeps its half open. */
function refuse(socket: Duplex, status: number, headers = ''): void {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${headers}`;
  socket.resume();
  socket.end(`${head}Content-Length: 0\r\nConnection: close\r\n\r\n`, () => socket.destroy());
}
