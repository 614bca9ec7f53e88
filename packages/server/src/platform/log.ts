import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;
type LoggedError = { message: string; error: Error | undefined; path: string | undefined };
type Listener = (logged: LoggedError) => unknown;

const ERROR = 50;
const listeners = new WeakMap<Log, Set<Listener>>();

/** Structured lines on standard error, so that what `npm start` says stays readable. Never bodies, never tokens. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Log {
  const following = new Set<Listener>();
  const log = pino(
    {
      level,
      base: null,
      redact: { paths: ['req.headers.authorization', 'req.headers.cookie'], remove: true },
      hooks: {
        logMethod(args, method, levelOfLine) {
          if (levelOfLine >= ERROR) for (const listener of following) listener(readLine(args));
          method.apply(this, args);
        },
      },
    },
    destination,
  );
  listeners.set(log, following);
  return log;
}

/** Hears of every fault that this log, or a child of it, is told of. Gives the function that ends it. */
export function onLoggedError(log: Log, listener: Listener): () => void {
  listeners.get(log)?.add(listener);
  return () => void listeners.get(log)?.delete(listener);
}

/** Of a line no more than what went wrong and on which route: the other fields stay here. */
function readLine(args: readonly unknown[]): LoggedError {
  const [fields, text] = args;
  const { err, path } = (typeof fields === 'object' && fields !== null ? fields : {}) as {
    err?: unknown;
    path?: unknown;
  };
  const message = typeof fields === 'string' ? fields : typeof text === 'string' ? text : '';
  return {
    message,
    error: err instanceof Error ? err : undefined,
    path: typeof path === 'string' ? path : undefined,
  };
}
