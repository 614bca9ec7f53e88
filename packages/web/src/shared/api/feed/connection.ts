import { SOCKET } from '@trunkline/contract';
import { Manager, type Socket } from 'socket.io-client';
import { isSignedOutError } from '../retry-until-signed-out.ts';
import { createReconnectTimer } from './reconnect-timer.ts';
import { createTokenSource } from '../token-source.ts';

type Handlers = {
  onUp(): void;
  onDown(): void;
  onMessage(name: string, payload: unknown, meta: unknown): void;
};

export type Connection = { start(): void; stop(): void; retry(): void; socket(): Socket };

/**
 * Keeps one socket open from `start` to `stop`. Socket.IO's own reconnection is off, because the token in the query
 * lives for minutes only and has to be fetched anew before each attempt.
 */
export function createConnection(handlers: Handlers): Connection {
  const tokens = createTokenSource();
  const timer = createReconnectTimer(() => void open());
  // Counts starts and stops, so that an attempt notices when a newer start or stop has made it obsolete.
  let run = 0;
  let wanted = false;
  const socket = createSocket();

  async function open(): Promise<void> {
    const own = run;
    try {
      const query = await tokens.get();
      if (own !== run) return;
      socket.io.opts.query = query;
      socket.connect();
    } catch (error) {
      if (own === run && !isSignedOutError(error)) timer.later();
    }
  }

  function giveUp(): void {
    run += 1;
    timer.reset();
    socket.disconnect();
  }

  // Begins anew without waiting for the last attempt, which may hang if it began without a network.
  function retry(): void {
    if (!wanted || socket.connected) return;
    giveUp();
    void open();
  }

  function down(): void {
    handlers.onDown();
    if (wanted) timer.later();
  }

  function up(): void {
    timer.reset();
    handlers.onUp();
  }

  addSocketHandlers(socket, { up, down, refused: tokens.drop, heard: handlers.onMessage });
  globalThis.addEventListener?.('online', retry);

  return {
    start() {
      wanted = true;
      retry();
    },
    stop() {
      wanted = false;
      giveUp();
      tokens.drop();
    },
    retry,
    socket: () => socket,
  };
}

type SocketHandlers = { up(): void; down(): void; refused(): void; heard: Handlers['onMessage'] };

function addSocketHandlers(socket: Socket, { up, down, refused, heard }: SocketHandlers): void {
  socket.on('connect', up);
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    // A refused token is dropped; fetching the next one shows whether the session itself has ended.
    if (error.data?.code) refused();
    // Another tab began to see the workspace as somebody else, and the session is shared, so this page is outdated.
    if (error.data?.code === 'seeing_as') globalThis.location.reload();
    down();
  });
  socket.on('disconnect', down);
  socket.onAny(heard);
}

function createSocket(): Socket {
  const manager = new Manager({
    path: SOCKET.path,
    transports: [...SOCKET.transports],
    timeout: SOCKET.connectTimeoutMs,
    reconnection: false,
    autoConnect: false,
  });
  return manager.socket('/');
}
