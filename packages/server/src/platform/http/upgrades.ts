import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { toAppError } from './http-errors.ts';
import type { Log } from '../log.ts';

/** Answers a connection that was taken, or throws why it is refused. */
type Enter = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;
type IsOurs = (path: string) => boolean;

/** Connections that want to speak something else than HTTP. */
export type Upgrades = {
  /** Connections to these paths are seen to here. */
  take(isOurs: IsOurs, enter: Enter): void;
  /** Connections to these paths are answered by a library that listens for itself. */
  leave(isOurs: IsOurs): void;
};

/**
 * The only place that hears of connections which want to speak something else than HTTP. Node hands them over without an
 * owner: an error that nobody listens to would end the process, and what nobody answers stays open for good.
 */
export function createUpgrades(server: Server, log: Log): Upgrades {
  const handlers: { isOurs: IsOurs; enter: Enter | undefined }[] = [];

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
    take: (isOurs, enter) => void handlers.push({ isOurs, enter }),

    leave: (isOurs) => void handlers.push({ isOurs, enter: undefined }),
  };
}

/** As it was written: who asks in a form that no client of ours uses is nobody's. */
const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/** Ends the connection, also where the other side keeps its half open. */
function refuse(socket: Duplex, status: number, headers = ''): void {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${headers}`;
  socket.resume();
  socket.end(`${head}Content-Length: 0\r\nConnection: close\r\n\r\n`, () => socket.destroy());
}
