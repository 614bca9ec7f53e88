import net from 'node:net';
import tls from 'node:tls';
import { createAmiRequests, type AmiRequests } from './asking.ts';
import { AmiError } from './errors.ts';
import { createReader, type AmiAction, type AmiMessage } from './message.ts';

/** The address of the gateway, and our sign-in there (manager.conf). */
export type AmiAddress = { host: string; port: number; isTls: boolean; username: string; secret: string };

export type AmiSession = {
  /** Sends an action and resolves with the response. @throws AmiError */
  ask: (action: AmiAction) => Promise<AmiMessage>;
  /**
   * Sends an action whose response is a list, and resolves with its entries, without the event that ends it. @throws AmiError
   */
  list: (action: AmiAction) => Promise<AmiMessage[]>;
  /** Resolves with the reason when the connection has ended. */
  ended: Promise<AmiError>;
  close: () => void;
};

type Options = { onEvent: (event: AmiMessage) => void; signal: AbortSignal };

/** A gateway that is booting needs a while until it can answer. */
const READY_WITHIN_MS = 30_000;
/** How often the connection is checked with a ping. */
const PING_MS = 10_000;

/**
 * Connects, signs in, and waits until the gateway has booted fully.
 * @throws AmiError `unreachable`, `refused` or `late`
 */
export async function openAmi(address: AmiAddress, { onEvent, signal }: Options): Promise<AmiSession> {
  const line = openLine(address);
  const { asking, ended, end } = line;
  const giveUp = () => end(new AmiError('unreachable', 'given up'));
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  const late = setTimeout(() => end(new AmiError('unreachable', 'no answer')), READY_WITHIN_MS);
  const isOver = ended.then((error) => Promise.reject(error));
  try {
    await Promise.race([line.greeted, isOver]);
    line.onEvents(onEvent);
    await Promise.race([signIn(address, asking.ask), isOver]);
    await Promise.race([line.booted, isOver]);
  } catch (error) {
    end(error instanceof AmiError ? error : new AmiError('unreachable', String(error)));
    throw await ended;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', giveUp);
  }
  const pinging = setInterval(() => {
    asking.ask({ Action: 'Ping' }).catch((error: unknown) => {
      end(new AmiError('lost', `no answer to a ping: ${(error as Error).message}`));
    });
  }, PING_MS);
  void ended.then(() => clearInterval(pinging));
  const { ask, list } = asking;
  return { ask, list, ended, close: () => end(new AmiError('lost', 'closed')) };
}

async function signIn({ username, secret }: AmiAddress, ask: AmiSession['ask']): Promise<void> {
  try {
    await ask({ Action: 'Login', Username: username, Secret: secret });
  } catch (error) {
    const isRefused = error instanceof AmiError && error.errorCode === 'failed';
    throw isRefused ? new AmiError('refused', error.message) : error;
  }
}

type Line = {
  asking: AmiRequests;
  greeted: Promise<void>;
  booted: Promise<void>;
  ended: Promise<AmiError>;
  end: (error: AmiError) => void;
  onEvents: (onEvent: (event: AmiMessage) => void) => void;
};

/** The connection itself: it parses what arrives, and never throws. */
function openLine({ host, port, isTls }: AmiAddress): Line {
  const socket = isTls ? tls.connect({ host, port }) : net.connect({ host, port });
  const greeted = later<void>();
  const booted = later<void>();
  const ended = later<AmiError>();
  let onEvent: (event: AmiMessage) => void = () => undefined;
  let isOver = false;
  const asking = createAmiRequests((text) => {
    if (isOver) asking.fail(new AmiError('lost'));
    else socket.write(text);
  });

  function end(error: AmiError): void {
    if (isOver) return;
    isOver = true;
    socket.destroy();
    asking.fail(new AmiError('lost', error.message));
    ended.resolve(error);
  }

  const read = createReader(
    (message) => {
      if (message.get('Event') === 'FullyBooted') booted.resolve();
      if (!asking.handleAnswer(message)) onEvent(message);
    },
    () => greeted.resolve(),
  );
  const broken = (error?: Error) =>
    end(new AmiError('unreachable', error?.message ?? 'the connection was closed'));
  socket.setEncoding('utf8');
  socket.setNoDelay(true);
  socket.on('error', broken);
  socket.on('close', () => broken());
  socket.on('data', (piece: string) => {
    try {
      read(piece);
    } catch (error) {
      broken(error as Error);
    }
  });
  const follow = (next: typeof onEvent) => void (onEvent = next);
  return {
    asking,
    greeted: greeted.promise,
    booted: booted.promise,
    ended: ended.promise,
    end,
    onEvents: follow,
  };
}

/** A promise with its resolve function. */
function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((keep) => void (resolve = keep));
  return { promise, resolve };
}
