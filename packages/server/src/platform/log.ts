import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Structured lines on standard error, so that what `npm start` says stays readable. Never bodies, never tokens. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      redact: { paths: ['req.headers.authorization', 'req.headers.cookie'], remove: true },
    },
    pino.destination(2),
  );
}
