import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;
type LoggedError = { message: string; error: Error | undefined; path: string | undefined };
type Listener = (logged: LoggedError) => unknown;

const ERROR = 50;
const listeners = new WeakMap<Log, Set<Listener>>();

/** JSON lines on standard error, so that the output of `npm start` stays readable. Bodies and tokens are never logged. */
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

/** Calls the listener for every error that this log, or a child of it, gets. Returns a function that ends it. */
export function onLoggedError(log: Log, listener: Listener): () => void {
  listeners.get(log)?.add(listener);
  return () => void listeners.get(log)?.delete(listener);
}

/** Takes only the error and the route from a line; other fields are not passed on. */
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
